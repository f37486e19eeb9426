import LogStore
import StoreTool
import Testing

/// Commands beside those that dump and check.
@Suite struct CommandTests {
  @Test func `get prints one object as dump does, and says when there is none`() throws {
    let store = try SampleStore()
    let lines = ToolRun("dump", store.path, io: store.io).output.split(separator: "\n").map { $0 + "\n" }
    for line in lines {
      let id = String(line.dropFirst(#"{"id":"#.count).prefix { $0.isNumber })
      #expect(ToolRun("get", id, store.path, io: store.io).output == line)
    }
    let none = ToolRun("get", "999", store.path, io: store.io)
    #expect(none.code == .notFound && none.output.isEmpty && none.errors.contains("999"))
    for id in ["0", "x", "-1", ""] {
      #expect(ToolRun("get", id, store.path, io: store.io).code == .usage, "\(id)")
    }
  }

  @Test func `count tells the objects of each entity, and of one with those below it`() throws {
    let store = try SampleStore()
    let dumped = ToolRun("dump", store.path, io: store.io).output.split(separator: "\n")
    let all = ToolRun("count", store.path, io: store.io).output
    #expect(all.hasSuffix("all: \(dumped.count)\n"))
    let people = ToolRun("dump", "--entity", "Person", store.path, io: store.io).output.split(separator: "\n")
      .count
    #expect(ToolRun("count", "Person", store.path, io: store.io).output == "\(people)\n")
    #expect(ToolRun("count", "Chief", store.path, "rank = 2", io: store.io).output == "1\n")
    let unknown = ToolRun("count", "Fish", store.path, io: store.io)
    #expect(unknown.code == .usage && unknown.errors.contains("Person"))
  }

  @Test func `log tells the commits, newest first`() throws {
    let store = try SampleStore()
    let lines = ToolRun("log", store.path, io: store.io).output.split(separator: "\n")
    let numbers = try lines.map { try #require(Int($0.prefix { $0.isNumber })) }
    #expect(numbers.count > 2 && numbers == numbers.sorted(by: >))
    #expect(lines.contains { $0.contains(" by sample: 6 inserted, 0 updated, 0 deleted") })
    #expect(ToolRun("log", "--limit", "1", store.path, io: store.io).output == lines[0] + "\n")
    #expect(ToolRun("log", "--limit", "x", store.path, io: store.io).code == .usage)
  }

  @Test func `sealed values are shown with their key alone, and their keys are managed`() throws {
    let io = MemoryStorageIO()
    func write(_ path: String, _ text: String) throws {
      try io.open(path, .create).write(Array(text.utf8), at: 0)
    }
    try write("/first", String(repeating: "0a", count: 32) + "\n")
    try write("/second", String(repeating: "0b", count: 32))
    try write("/word", "correct horse\nsecond line\n")
    let path = "/keys.store"
    let store = try Store.open(at: path, options: StoreOptions(encryption: .keyFile("/first")), io: io)
    let schema = try store.adopt(SampleStore.schema)
    let layout = try #require(schema.layout(for: "Team"))
    var batch = WriteBatch()
    var writer = RecordWriter(layout: layout)
    for text in ["Fram", "hidden"] { #expect(append(.string(text), to: &writer)) }
    let id = try store.newObjectID()
    batch.insert(id, layout: layout, payload: writer.finish())
    try store.commit(batch)
    try store.close()

    let sealed = ToolRun("dump", path, io: io)
    #expect(
      sealed.code == .success && !sealed.output.contains("hidden") && sealed.output.contains(#""$sealed":"#)
    )
    let clear = ToolRun("get", "--decrypt", "--key-file", "/first", "\(id)", path, io: io)
    #expect(clear.output.contains(#""secret":"hidden""#))
    #expect(ToolRun("dump", "--decrypt", "--key-file=/second", path, io: io).code == .key)
    #expect(ToolRun("dump", "--decrypt", path, io: io).code == .key)
    #expect(ToolRun("dump", "--decrypt", "--key-file", "/none", path, io: io).code == .key)
    #expect(ToolRun("keys", path, io: io).output.hasPrefix("1 primary, made "))

    #expect(ToolRun("keys", "--add", "--key-file", "/second", path, io: io).code == .key)
    #expect(ToolRun("keys", "--add", "--key-file", "/first", path, io: io).code == .success)
    #expect(
      ToolRun("keys", "--destroy", "2", "--key-file", "/first", path, io: io).errors.contains("Add another")
    )
    #expect(ToolRun("compact", "--reencrypt", "--key-file", "/first", path, io: io).code == .success)
    #expect(ToolRun("keys", "--destroy", "1", "--key-file", "/first", path, io: io).code == .success)
    let changed = ToolRun("keys", "--change-to-file", "/second", "--key-file", "/first", path, io: io)
    #expect(changed.code == .success, "\(changed.errors)")
    #expect(ToolRun("dump", "--decrypt", "--key-file", "/first", path, io: io).code == .key)
    #expect(ToolRun("dump", "--decrypt", "--key-file", "/second", path, io: io).output.contains("hidden"))
    let list = ToolRun("keys", path, io: io).output.split(separator: "\n")
    #expect(list.count == 2 && list[0].hasPrefix("1 destroyed") && list[1].hasPrefix("2 primary"))
    for wrong in [
      ["keys", "--add", "--destroy", "1", path], ["keys", "--destroy", "x", path], ["keys", "--destroy"],
      ["dump", "--decrypt", "--key-file", "/a", "--passphrase-file", "/b", path], ["keys", "--add=1", path],
      ["dump", "--decrypt", "--decrypt=x", path], ["count", "Team", "Tag", "a", path],
    ] {
      let run = ToolRun(arguments: wrong, io: io)
      #expect(run.code == .usage, "\(wrong): \(run.errors)")
    }
  }

  private func append(_ value: StoredValue, to writer: inout RecordWriter) -> Bool { writer.append(value) }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions and the manual page know every command and option`(shell: String) throws {
    let script = ToolRun("completions", shell).output
    let manual = ToolRun("manual").output.replacing("\\-", with: "-")
    for name in Storectl.commandNames {
      #expect(script.contains(name) && manual.contains("\n.SS \(name)\n"), "\(name)")
      for word in ToolRun("help", name).output.split(whereSeparator: { " []\n".contains($0) })
      where word.hasPrefix("--") && word.count > 3 {
        let option = word.dropFirst(2).prefix { $0.isLetter || $0 == "-" }
        #expect(script.contains(option) && manual.contains("--" + option), "\(name) \(word)")
      }
    }
    #expect(ToolRun("completions", "tcsh").code == .usage)
    for line in manual.split(separator: "\n") where line.hasPrefix(".") {
      #expect(
        ["TH", "SH", "SS", "PP", "TP", "B", "br", "nf", "fi"].contains(
          line.dropFirst().prefix { $0.isLetter }
        ),
        "\(line)"
      )
    }
  }
}
