import Foundation
import LogStore
import Testing

@Suite struct DescriptorTests {
  /// Files below a directory that this process has open.
  private func openFiles(below path: String) throws -> Int {
    let manager = FileManager.default
    return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
      // One that another thread has closed meanwhile leads nowhere.
      (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name))?.hasPrefix(path) == true
    }
  }

  @Test func `however many segments a store has, only the newest takes a descriptor`() throws {
    let scratch = try ScratchDirectory(.posix)
    let options = StoreOptions(segmentSize: 64 << 10)
    var fixture = try GraphFixture(io: scratch.io, options: options, path: scratch("a.store"))
    for number in 0..<12 {
      var batch = WriteBatch()
      let text = "\(number)" + String(repeating: "x", count: 50_000)
      try fixture.insert("Owner", ["title": .string(text)], into: &batch)
      try fixture.store.commit(batch)
    }
    try fixture.store.close()
    fixture = try GraphFixture(io: scratch.io, options: options, path: scratch("a.store"))
    #expect(try scratch.io.contents(ofDirectory: scratch("a.store/seg")).count >= 6)
    #expect(try openFiles(below: scratch("a.store/seg")) == 1)
    #expect(try CrashContent(fixture.store.snapshot()).records.count == 12)
    try fixture.store.close()
  }
}
