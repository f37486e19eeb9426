import LogStore
import StoreTool
import Testing

@Suite struct LoadTests {
  /// Loads a text into a new store and dumps that.
  private func reloaded(_ text: String, _ io: any StorageIO, _ options: String...) -> String {
    let load = ToolRun(arguments: ["load", "-", "/new.store"] + options, io: io, input: Array(text.utf8))
    #expect(load.code == .success, "\(load.errors)")
    let check = ToolRun("check", "/new.store", io: io)
    #expect(check.code == .success, "\(check.output)")
    #expect((try? io.metadata("/new.store.loading")) == .some(nil))
    let dump = ToolRun(arguments: ["dump", "--schema", "/new.store"] + options, io: io)
    #expect(dump.code == .success, "\(dump.errors)")
    return dump.output
  }

  @Test func `a store that was loaded from a dump has the same dump and the same digest`() throws {
    let store = try SampleStore()
    let dump = ToolRun("dump", "--schema", store.path, io: store.io)
    #expect(reloaded(dump.output, store.io) == dump.output)
    // The sample has no sealed value, but an attribute for one, so that its digest needs a key.
    let key = ToolRun("dump", store.path, io: store.io).output
    #expect(ToolRun("dump", "/new.store", io: store.io).output == key)
  }

  @Test func `a dump without a schema goes into a store that has one`() throws {
    let store = try SampleStore()
    let empty = try Store.open(at: "/empty.store", io: store.io)
    _ = try empty.adopt(SampleStore.schema)
    try empty.close()
    let dump = ToolRun("dump", store.path, io: store.io).output
    let load = ToolRun("load", "-", "/empty.store", io: store.io, input: dump)
    #expect(load.code == .success, "\(load.errors)")
    #expect(load.output == "/empty.store: 4 objects loaded from 4 lines\n")
    #expect(ToolRun("dump", "/empty.store", io: store.io).output == dump)
  }

  @Test func `orders and both ends of relationships come back, whatever comes first`() {
    let text = DumpText.text(DumpText.graph)
    #expect(reloaded(text, MemoryStorageIO()) == text)
    let backwards = DumpText.text([DumpText.graph[0]] + DumpText.graph.dropFirst().reversed())
    #expect(reloaded(backwards, MemoryStorageIO()) == text)
  }

  @Test func `a list that is not stated follows from the other ends`() {
    let io = MemoryStorageIO()
    let team = #"{"entity":"Team","id":1}"#
    let lines = [DumpText.head(2), team, "", DumpText.person(2, team: 1), " \r"]
    #expect(
      reloaded(DumpText.text(lines), io)
        == DumpText.text([DumpText.head(2), DumpText.team(1, people: [2]), DumpText.person(2, team: 1)])
    )
  }

  @Test(arguments: [
    ("float", ["-0.0", "1e-45", #""NaN""#, #""NaN:0x7f800001""#, #""NaN:0xffc00000""#, #""-Infinity""#]),
    (
      "double",
      [
        "-0.0", "5e-324", "1.7976931348623157e+308", #""NaN""#, #""NaN:0x7ff0000000000001""#,
        #""NaN:0xfff8000000000000""#, #""Infinity""#, "0.1", "1e+16",
      ]
    ),
    ("date", ["0.0", #""NaN:0x7ff8000000000001""#, "-63114076800.0"]),
    (
      "decimal",
      [
        #""0""#, #""0e5""#, #""NaN""#, #""-1234e-2""#, #""340282366920938463463374607431768211455e-32768""#,
        #""0x0000000200000000000000000000000000000000""#, #""0x01000100000000000000000000000000000000ff""#,
      ]
    ),
    ("text", [#""""#, #""\u0000\u001f\t\n\r\"\\/é𝄞""#, #""é""#]),
    ("url", [#""https://example.org/""#]),
    ("data", [#""""#, #""AA==""#, #""AP8Q""#]),
    ("uuid", [#""00112233-4455-6677-8899-AABBCCDDEEFF""#]),
    ("small", ["-32768", "32767"]), ("unsigned", ["18446744073709551615"]),
    ("large", ["-9223372036854775808", "9223372036854775807"]), ("bool", ["true", "false"]),
    (
      "address",
      [
        "true", "7", "-0.0", #""x""#, "[]", "{}", #"[null,[true,{"a":[]}]]"#,
        #"{"$uint":18446744073709551615}"#,
        #"{"$float":0.1}"#, #"{"$float":"NaN:0x7f800001"}"#, #"{"$double":"-Infinity"}"#, #"{"$date":0.5}"#,
        #"{"$data":"AP8Q"}"#, #"{"$uuid":"00112233-4455-6677-8899-AABBCCDDEEFF"}"#, #"{"$decimal":"1e3"}"#,
        #"{"$url":"x:"}"#, #"{"$$uint":5}"#, #"{"$$":{"$$$a":1},"b":2}"#, #"{"$bytes":"AA=="}"#,
        #"{"":0,"a":1,"e\u0301":2,"é":3}"#,
      ]
    ),
    ("opaque", [#"{"n":{"$uint":5}}"#]),
  ])
  func `values come back bit by bit`(name: String, values: [String]) {
    let lines = values.enumerated().map { DumpText.thing($0.offset + 1, name, $0.element) }
    let text = DumpText.text([DumpText.things(lines.count)] + lines).replacing(#"e\u0301"#, with: "e\u{301}")
    let dump = reloaded(text, MemoryStorageIO())
    let (found, wanted) = (dump.split(separator: "\n"), text.split(separator: "\n"))
    #expect(found.dropFirst().map { Array($0.utf8) } == wanted.dropFirst().map { Array($0.utf8) })
  }

  @Test func `sealed values are loaded in clear and sealed again`() throws {
    let io = MemoryStorageIO()
    for (name, byte) in [("/a.key", UInt8(1)), ("/b.key", UInt8(2))] {
      try io.open(name, .create).write([UInt8](repeating: byte, count: 32), at: 0)
    }
    let head =
      #"{"schema":{"entities":[{"name":"A","attributes":[{"name":"s","kind":"string","flags":["sealed"]}],"#
    let text = DumpText.text([
      head + #""relationships":[]}]},"objects":1}"#,
      #"{"id":1,"entity":"A","values":{"s":"confidential"},"relationships":{}}"#,
    ])
    let load = ToolRun("load", "-", "/a.store", "--key-file", "/a.key", io: io, input: text)
    #expect(load.code == .success, "\(load.errors)")
    let sealed = ToolRun("dump", "--schema", "/a.store", io: io).output
    #expect(sealed.contains("$sealed") && !sealed.contains("confidential"))
    let refused = ToolRun("load", "-", "/b.store", "--key-file", "/b.key", io: io, input: sealed)
    #expect(refused.code == .dataError)
    #expect(refused.errors.contains("line 2, column 36: 's' is sealed"), "\(refused.errors)")
    let clear = ToolRun("dump", "--schema", "--decrypt", "--key-file", "/a.key", "/a.store", io: io).output
    #expect(ToolRun("load", "-", "/b.store", "--key-file=/b.key", io: io, input: clear).code == .success)
    let again = ToolRun("dump", "--schema", "--decrypt", "--key-file", "/b.key", "/b.store", io: io).output
    #expect(again == clear)
    let digests = ["a", "b"].map {
      ToolRun("digest", "--decrypt", "--key-file", "/\($0).key", "/\($0).store", io: io).output
    }
    #expect(digests[0] == digests[1] && digests[0].utf8.count == 33)
    #expect(ToolRun("digest", "/a.store", io: io).code == .key)
    let open = ToolRun("load", "-", "/open.store", "--no-encryption", io: io, input: clear)
    #expect(open.code == .success, "\(open.errors)")
    #expect(ToolRun("dump", "--schema", "/open.store", io: io).output == clear)
  }

  @Test func `large values of external attributes are in files of their own again`() throws {
    let io = MemoryStorageIO()
    let head =
      #"{"schema":{"entities":[{"name":"A","attributes":[{"name":"d","kind":"data","flags":["optional","#
    let value = String(repeating: "AP8Q", count: 100_000)
    let text = DumpText.text([
      head + #""external"]}],"relationships":[]}]},"objects":3}"#,
      #"{"id":1,"entity":"A","values":{"d":"\#(value)"},"relationships":{}}"#,
      #"{"id":2,"entity":"A","values":{"d":"AP8Q"},"relationships":{}}"#,
      #"{"id":3,"entity":"A","values":{"d":null},"relationships":{}}"#,
    ])
    #expect(reloaded(text, io) == text)
    let named = ToolRun("dump", "--schema", "--no-blobs", "/new.store", io: io).output
    #expect(named.contains(#"{"d":{"$external":"#))
    let refused = ToolRun("load", "-", "/other.store", io: io, input: named)
    #expect(refused.code == .dataError && refused.errors.contains("--no-blobs"), "\(refused.errors)")
  }

  @Test func `a file is read like the standard input`() throws {
    let io = MemoryStorageIO()
    let text = DumpText.text(DumpText.graph)
    try io.open("/dump.json", .create).write(Array(text.utf8), at: 0)
    let load = ToolRun("load", "/dump.json", "/new.store", io: io)
    #expect(load.code == .success, "\(load.errors)")
    #expect(ToolRun("dump", "--schema", "/new.store", io: io).output == text)
    #expect(ToolRun("load", "/missing.json", "/other.store", io: io).code == .usage)
  }

  @Test func `the dump of some entities says how many objects it has`() throws {
    let store = try SampleStore()
    let lines = ToolRun("dump", "--schema", "--entity", "Person", store.path, io: store.io).lines
    #expect(lines[0].hasSuffix(#","objects":2}"#))
    #expect(lines.count == 3)
  }

  @Test func `new objects get ids behind all that the dump names`() throws {
    let store = try SampleStore()
    let dump = ToolRun("dump", "--schema", store.path, io: store.io).output
    #expect(dump.contains(#""badge":5"#))  // which no object has any more
    _ = reloaded(dump, store.io)
    let new = try Store.open(at: "/new.store", io: store.io)
    #expect(try new.newObjectID().rawValue > 5)
    try new.close()
  }

  @Test(.timeLimit(.minutes(1))) func `ids that are far apart cost no time`() {
    let io = MemoryStorageIO()
    let (near, far) = (4_000_000_000, 1_095_216_660_479)
    let text = DumpText.text([
      DumpText.head(3), DumpText.team(7), DumpText.person(near, friends: [far], mentor: far),
      DumpText.person(far, friends: [near], likes: [7]),
    ])
    #expect(reloaded(text, io) == text)
  }
}
