import LogStore
import Testing
import StoreTool

@Suite struct ReadOnlyTests {
  @Test(arguments: ["info", "schema", "dump", "stats", "map", "check"])
  func `a command that looks changes no byte`(command: String) throws {
    let store = try SampleStore()
    let before = try store.files()
    #expect(ToolRun(command, store.path, io: store.io).code == .success)
    #expect(try store.files() == before)
  }

  @Test(arguments: ["info", "schema", "dump", "stats", "map", "check"])
  func `a command that looks works beside a writer`(command: String) throws {
    let sample = try SampleStore()
    let alone = ToolRun("dump", sample.path, io: sample.io).output
    let store = try Store.open(at: sample.path, io: sample.io)
    let run = ToolRun(command, sample.path, io: sample.io)
    #expect(run.code == .success, "\(run.output)\(run.errors)")
    if command == "dump" { #expect(run.output == alone) }
    try store.close()
  }

  @Test func `compaction is refused beside a writer, which is named`() throws {
    let sample = try SampleStore()
    let store = try Store.open(at: sample.path, io: sample.io)
    let run = ToolRun("compact", sample.path, io: ImpatientIO(base: sample.io))
    #expect(run.code == .locked)
    #expect(run.errors.contains("process "))
    try store.close()
  }

  @Test func `info tells state, counts and sizes`() throws {
    let store = try SampleStore()
    let run = ToolRun("info", store.path, io: store.io)
    let words = run.lines.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    #expect(words.contains("state closed"))
    #expect(words.contains("format 1.0"))
    #expect(words.contains("newest commit 3"))
    #expect(words.contains("objects 4"))
    #expect(words.contains("edges 3"))
    #expect(words.contains("Chief 1"))
    #expect(words.contains("log halves 32768 bytes, 32768 bytes"))
  }

  @Test func `info counts history as live, and little as dead behind a compaction`() throws {
    let store = try SampleStore(compacts: true)
    let line = ToolRun("info", store.path, io: store.io).lines.first { $0.hasPrefix("dead bytes") }
    let dead = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
    #expect(dead <= 4096 + 64)
  }

  @Test func `a command waits for a recovery, and says so when that takes too long`() throws {
    let store = try SampleStore()
    let lock = try store.io.open(store.path + "/LOCK", .readWrite)
    #expect(try lock.lock(byte: 1, exclusive: true))
    let run = ToolRun("check", store.path, io: ImpatientIO(base: store.io))
    #expect(run.code == .locked)
    try lock.unlock(byte: 1)
    #expect(ToolRun("check", store.path, io: store.io).code == .success)
  }

  @Test func `info names the writer of a store that is open`() throws {
    let sample = try SampleStore()
    let store = try Store.open(at: sample.path, io: sample.io)
    #expect(ToolRun("info", sample.path, io: sample.io).output.contains("open: process "))
    try store.close()
  }

  @Test func `schema tells entities, properties, uniqueness and encryption`() throws {
    let store = try SampleStore()
    let text = ToolRun("schema", store.path, io: store.io).output
    #expect(text.contains("entity Chief: Person (number "))
    #expect(text.contains("  rank: int8 (Int8) (number "))
    #expect(text.contains("people: to many Person, inverse team, delete rule nullify"))
    #expect(text.contains("friends: to many Person, one-way"))
    #expect(text.contains("  unique: name"))
    #expect(text.contains("secret: string (String), optional, encrypted"))
    #expect(text.contains("encryption: encrypted: Team.secret"))
  }

  @Test func `compact tells the sizes before and after`() throws {
    let store = try SampleStore()
    let run = ToolRun("compact", store.path, io: store.io)
    #expect(run.code == .success)
    #expect(run.output.contains(" bytes before, "))
  }
}
