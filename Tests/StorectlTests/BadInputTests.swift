import LogStore
import Testing
import StoreTool

@Suite struct BadInputTests {
  static let commands = ["info", "schema", "dump", "stats", "map", "check", "compact"]

  private func expectRefusal(_ run: ToolRun, _ code: ExitCode, _ word: String) {
    #expect(run.code == code, "\(run.output)\(run.errors)")
    #expect(run.errors.hasPrefix("storectl: "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains(word), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: commands) func `a path where nothing is`(command: String) {
    expectRefusal(ToolRun(command, "/missing.store", io: MemoryStorageIO()), .noStore, "/missing.store")
  }

  @Test(arguments: commands) func `a path below a directory that does not exist`(command: String) {
    let run = ToolRun(command, "/missing/a.store", io: MemoryStorageIO())
    expectRefusal(run, .noStore, "could not open the store (/missing/a.store)")
    #expect(run.errors.hasSuffix("Check the path.\n"))
  }

  @Test(arguments: commands) func `an empty directory`(command: String) throws {
    let io = MemoryStorageIO()
    try io.createDirectory("/empty")
    expectRefusal(ToolRun(command, "/empty", io: io), .noStore, "/empty")
    #expect(try io.contents(ofDirectory: "/empty").isEmpty)
  }

  @Test(arguments: commands) func `a directory of other things`(command: String) throws {
    let io = MemoryStorageIO()
    try io.createDirectory("/other")
    try io.open("/other/notes.txt", .create).write(Array("notes".utf8), at: 0)
    expectRefusal(ToolRun(command, "/other", io: io), .noStore, "without a file SUPER")
    #expect(try io.contents(ofDirectory: "/other") == ["notes.txt"])
  }

  @Test(arguments: commands) func `a file`(command: String) throws {
    let io = MemoryStorageIO()
    try io.open("/file", .create).write(Array("text".utf8), at: 0)
    expectRefusal(ToolRun(command, "/file", io: io), .noStore, "a file")
  }

  @Test(arguments: commands) func `random bytes in place of the superblock`(command: String) throws {
    let seed: UInt64 = 7
    let sample = try SampleStore()
    var state = seed
    let noise = (0..<12_288).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    try sample.write(noise, to: sample.path + "/SUPER", at: 0)
    let before = try sample.files()
    let run = ToolRun(command, sample.path, io: sample.io)
    #expect(run.code == .corruption, "seed \(seed): \(run.output)\(run.errors)")
    #expect((["check", "map"].contains(command) ? run.output : run.errors).contains("SUPER"))
    #expect(try sample.files() == before)
  }

  @Test(arguments: commands) func `a store of a newer format`(command: String) throws {
    let sample = try SampleStore()
    let file = try sample.io.open(sample.path + "/SUPER", .readWrite)
    for slot in 0..<FormatConstants.superblockSlots {
      let start = UInt64(slot * FormatConstants.blockSize)
      var block = try file.read(count: FormatConstants.blockSize, at: start)
      block[8] = 9  // the major version
      let hash = XXH64.hash(Array(block[..<4088]), seed: FormatConstants.superblockSeed)
      withUnsafeBytes(of: hash.littleEndian) { block.replaceSubrange(4088..., with: $0) }
      try file.write(block, at: start)
    }
    expectRefusal(ToolRun(command, sample.path, io: sample.io), .noStore, "format version 9.0")
  }

  @Test func `a cut write-ahead log of a closed store is reported`() throws {
    let sample = try SampleStore()
    try sample.io.open(sample.path + "/wal.0", .readWrite).truncate(to: 100)
    let run = ToolRun("check", sample.path, io: sample.io)
    #expect(run.code == .corruption)
    #expect(run.output.contains("wal.0"))
  }
}
