import Foundation
import LogStore
import StoreTool
import Testing

/// Where `storectl stats` says that the bytes are.
@Suite struct StatsTests {
  private static func document(_ io: any StorageIO) throws -> [String: Any] {
    let run = ToolRun("stats", "--json", StoreState.path, io: io)
    #expect(run.code == .success, "\(run.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  private static func rows(_ document: [String: Any], _ key: String) throws -> [[String: Any]] {
    try #require(document[key] as? [[String: Any]])
  }

  @Test(arguments: StoreState.allCases) func `the files are all files, and segments are live and dead`(
    state: StoreState
  ) throws {
    let io = try state.make()
    let stats = try Self.document(io)
    let files = try StoreState.files(io)
    #expect(stats["fileBytes"] as? Int == Int(files.values.reduce(0, +)))
    for segment in try Self.rows(stats, "segments") {
      let (bytes, live) = (segment["bytes"] as? Int ?? 0, segment["liveBytes"] as? Int ?? -1)
      #expect(live >= 0 && live <= bytes && segment["deadBytes"] as? Int == bytes - live)
    }
    let text = ToolRun("stats", StoreState.path, io: io)
    #expect(text.code == .success && text.lines.allSatisfy { !$0.hasSuffix(" ") })
  }

  @Test func `entities have their objects, records and blobs`() throws {
    let stats = try Self.document(StoreState.closed.make())
    let note = try #require(try Self.rows(stats, "entities").first)
    #expect(note["name"] as? String == "Note" && note["objects"] as? Int == 5)
    // Of six notes the first has no blob, the third is gone, and the last one's is new.
    #expect(note["blobs"] as? Int == 4 && stats["missingBlobs"] as? Int == 0)
    #expect(stats["blobBytes"] as? Int == 14_000 + 42_000 + 56_000 + 2000)
    let files = try #require(note["blobFileBytes"] as? Int)
    #expect(files > 114_000 && files < 115_000)
    #expect((200..<3000).contains(note["recordBytes"] as? Int ?? 0))
  }

  @Test func `sections are those of the checkpoint, and their bytes its size without its header`() throws {
    let io = try StoreState.grown.make()
    let stats = try Self.document(io)
    let sections = try Self.rows(stats, "checkpoint")
    #expect(
      sections.contains { $0["section"] as? String == "ordered index 0" && $0["entries"] as? Int == 485 }
    )
    let size = try #require(stats["mappedIndexBytes"] as? Int)
    let sum = sections.reduce(0) { $0 + ($1["bytes"] as? Int ?? 0) }
    #expect(size - sum > 88 && size - sum < 4096)
  }

  @Test func `what commits have changed behind the checkpoint is in memory`() throws {
    let killed = try Self.document(StoreState.grownKilled.make())
    #expect(killed["indexMemoryBytes"] as? Int ?? 0 > 10_000)
    #expect(try Self.document(StoreState.checkpoint.make())["indexMemoryBytes"] as? Int == 0)
  }

  @Test func `a blob that is missing is said, and a reader of an old version too`() throws {
    let io = try StoreState.closed.make()
    let blobs = try StoreState.files(io).keys.filter { $0.hasPrefix("blob/") }
    for name in blobs { try io.remove(StoreState.path + "/" + name) }
    #expect(try Self.document(io)["missingBlobs"] as? Int == 4)
    #expect(ToolRun("stats", StoreState.path, io: io).output.contains("4 blobs are missing"))

    let state = try StoreInspection(at: StoreState.path, io: io).state
    #expect(try Self.document(io)["oldestReader"] is NSNull)
    let reader = try ReaderMark(state.sequence - 1, io: io, paths: StorePaths(root: StoreState.path))
    let newest = try ReaderMark(state.sequence, io: io, paths: StorePaths(root: StoreState.path))
    #expect(try Self.document(io)["oldestReader"] as? Int == Int(state.sequence - 1))
    #expect(ToolRun("stats", StoreState.path, io: io).output.contains("a process reads version"))
    withExtendedLifetime((reader, newest)) {}
  }

  @Test func `sizes are readable`() throws {
    let run = ToolRun("stats", StoreState.path, io: try StoreState.closed.make())
    #expect(run.lines.contains { $0.hasPrefix("  superblock ") && $0.hasSuffix(" 12.3 kB") })
    #expect(run.lines.contains { $0.hasPrefix("  Note ") && $0.hasSuffix(" kB") })
    let files = run.lines.prefix { !$0.isEmpty }
    #expect(Set(files.map(\.count)).count == 1, "a column that is not aligned")
  }
}
