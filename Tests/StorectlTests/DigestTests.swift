import LogStore
import StoreTool
import Testing

@Suite struct DigestTests {
  private func load(_ lines: [String], _ io: any StorageIO, _ path: String) {
    let run = ToolRun("load", "-", path, io: io, input: DumpText.text(lines))
    #expect(run.code == .success, "\(run.errors)")
  }

  private func digest(_ path: String, _ io: any StorageIO) -> String {
    let run = ToolRun("digest", path, io: io)
    #expect(run.code == .success, "\(run.errors)")
    return run.output
  }

  @Test func `it is the sum of the hashes of all lines`() throws {
    let io = MemoryStorageIO()
    load(DumpText.graph, io, "/a.store")
    var sum: UInt128 = 0
    for line in ToolRun("dump", "/a.store", io: io).lines {
      let bytes = Array((line + "\n").utf8)
      sum &+= UInt128(XXH64.hash(bytes, seed: 1)) << 64 | UInt128(XXH64.hash(bytes, seed: 0))
    }
    let digits = String(sum, radix: 16)
    #expect(digest("/a.store", io) == String(repeating: "0", count: 32 - digits.count) + digits + "\n")
  }

  @Test func `compaction and the order of loading leave it as it is, and a change does not`() throws {
    let io = MemoryStorageIO()
    load(DumpText.graph, io, "/a.store")
    let first = digest("/a.store", io)
    load([DumpText.graph[0]] + DumpText.graph.dropFirst().reversed(), io, "/b.store")
    #expect(digest("/b.store", io) == first)
    #expect(ToolRun("compact", "/b.store", io: io).code == .success)
    #expect(digest("/b.store", io) == first)
    load(DumpText.graph.map { $0.replacing("p8", with: "p9") }, io, "/c.store")
    #expect(digest("/c.store", io) != first)
  }

  @Test func `a store without objects has 0`() throws {
    let io = MemoryStorageIO()
    try Store.open(at: "/empty.store", io: io).close()
    #expect(digest("/empty.store", io) == String(repeating: "0", count: 32) + "\n")
  }
}
