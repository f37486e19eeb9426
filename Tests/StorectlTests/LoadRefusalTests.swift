import LogStore
import StoreTool
import Testing

@Suite struct LoadRefusalTests {
  /// Loads lines, which must be refused in one line of message that has some words, and leave nothing.
  private func expectRefusal(_ lines: [String], _ words: String, _ code: ExitCode = .dataError) throws {
    let io = MemoryStorageIO()
    let run = ToolRun("load", "-", "/new.store", io: io, input: DumpText.text(lines))
    #expect(run.code == code, "\(run.output)\(run.errors)")
    #expect(run.errors.hasPrefix("storectl: could not load the dump: "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(try io.metadata("/new.store") == nil)
    #expect(try io.metadata("/new.store.loading") == nil)
  }

  @Test(arguments: [
    (#"{"id":1,"entity":"Thing""#, "line 2, column 25: ',' is missing or '}' in an object; the line ends"),
    (#"{"id":0,"entity":"Thing"}"#, "line 2, column 7: 'id' is 0"),
    (#"{"id":1099511627775,"entity":"Thing"}"#, "line 2, column 7: 'id' is 1099511627775"),
    (#"{"id":-1,"entity":"Thing"}"#, "line 2, column 7: 'id' has to be a number"),
    (#"{"id":1.0,"entity":"Thing"}"#, "line 2, column 7: 'id' has to be a number"),
    (#"{"id":1}"#, "line 2, column 1: the object has no 'entity'"),
    (#"{"entity":"Thing"}"#, "line 2, column 1: the object has no 'id'"),
    (#"{"id":1,"id":1,"entity":"Thing"}"#, "line 2, column 9: 'id' occurs twice"),
    (
      #"{"id":1,"entity":"Thong"}"#,
      "line 2, column 18: the schema has no entity 'Thong'; did you mean 'Thing'?"
    ),
    (#"{"id":1,"entity":"Thing","value":{}}"#, "line 2, column 26: an object has no 'value'"),
    (
      #"{"id":1,"entity":"Thing","values":{"txt":""}}"#,
      "column 36: Thing has no stored attribute 'txt'; did you mean 'text'?"
    ),
    (#"{"id":1,"entity":"Thing","values":{"text":"","text":""}}"#, "column 46: 'text' occurs twice"),
    (
      #"{"id":1,"entity":"Thing","values":{"text":7}}"#,
      "column 43: 'text' has to be a string, and 7 is there"
    ),
    (#"{"id":1,"entity":"Thing","values":{"bool":1}}"#, "column 43: 'bool' has to be true or false"),
    (
      #"{"id":1,"entity":"Thing","values":{"small":32768}}"#,
      "'small' has to be an integer from -32768 to 32767"
    ),
    (#"{"id":1,"entity":"Thing","values":{"small":1e3}}"#, "'small' has to be an integer"),
    (#"{"id":1,"entity":"Thing","values":{"unsigned":-1}}"#, "'unsigned' has to be an integer"),
    (
      #"{"id":1,"entity":"Thing","values":{"double":1e999}}"#,
      "'double' has to be within the range of doubles"
    ),
    (#"{"id":1,"entity":"Thing","values":{"double":"1.5"}}"#, "'double' has to be a number"),
    (#"{"id":1,"entity":"Thing","values":{"float":1e39}}"#, "'float' has to be within the range of floats"),
    (#"{"id":1,"entity":"Thing","values":{"decimal":"1e99999"}}"#, "'decimal' has to be a decimal"),
    (#"{"id":1,"entity":"Thing","values":{"uuid":"x"}}"#, "'uuid' has to be a UUID"),
    (#"{"id":1,"entity":"Thing","values":{"data":"AAA"}}"#, "'data' is not base64"),
    (#"{"id":1,"entity":"Thing","values":{"data":{"$sealed":"AAAA"}}}"#, "'data' is sealed"),
    (
      #"{"id":1,"entity":"Thing","values":{"address":{"$new":1}}}"#,
      "the key '$new', which stands for no kind"
    ),
    (#"{"id":1,"entity":"Thing","values":{"address":{"a":1,"a":2}}}"#, "the key 'a' twice in one object"),
    (
      #"{"id":1,"entity":"Thing","values":{"address":9223372036854775808}}"#,
      "which 64 bits with a sign do not hold"
    ),
    (
      #"{"id":1,"entity":"Thing","values":{"address":{"$bytes":"Dw=="}}}"#,
      "column 46: 'address' was damaged already"
    ),
    (#"{"id":1,"entity":"Thing","values":{"text":"\ud800"}}"#, "column 44: half of a surrogate pair"),
    (#"{"id":1,"entity":"Thing"}}"#, "column 26: more stands behind the value"),
    (#"[1]"#, "line 2, column 1: a line has to be an object, and an array is there"),
    (#"{"schema":{"entities":[]}}"#, "line 2, column 2: an object has no 'schema'"),
  ])
  func `a line that is not that of an object`(line: String, words: String) throws {
    try expectRefusal([DumpText.things(1), line], words)
  }

  @Test(arguments: [
    (#"{"schema":{"entities":7}}"#, "line 1, column 23: 'entities' has to be an array, and 7 is there"),
    (#"{"schema":{"entities":[{}]}}"#, "line 1, column 24: 'name' of an entity is missing"),
    (
      #"{"schema":{"entities":[{"name":"A","attributes":[{"name":"a","kind":"number"}]}]}}"#,
      "'number' is no kind"
    ),
    (#"{"schema":{"entities":[{"name":"A","parent":"B"}]}}"#, "its parent B is not declared"),
    (
      #"{"schema":{"entities":[{"name":"A"},{"name":"A"}]}}"#,
      "line 1: the schema contradicts itself: an entity number occurs twice"
    ),
    (#"{"schema":{"entities":[{"name":"A","colour":1}]}}"#, "an entity has no 'colour'"),
    (#"{"schema":{}"#, "line 1, column 13"),
    ("", "it does not begin with a schema"),
    (#"{"id":1,"entity":"A","values":{},"relationships":{}}"#, "it does not begin with a schema"),
  ])
  func `a first line that is no schema`(line: String, words: String) throws {
    try expectRefusal([line], words)
  }

  @Test func `nesting has an end`() throws {
    let deep = String(repeating: "[", count: 257) + String(repeating: "]", count: 257)
    try expectRefusal(
      [DumpText.things(1), DumpText.thing(1, "address", deep)],
      "is nested deeper than 256"
    )
    let endless = String(repeating: "[", count: 1_000_000)
    try expectRefusal([DumpText.things(1), DumpText.thing(1, "address", endless)], "nested deeper than")
    let fine = String(repeating: "[", count: 256) + #"{"$uint":1}"# + String(repeating: "]", count: 256)
    let io = MemoryStorageIO()
    let text = DumpText.text([DumpText.things(1), DumpText.thing(1, "address", fine)])
    #expect(ToolRun("load", "-", "/new.store", io: io, input: text).code == .success)
  }

  @Test func `text that is not UTF-8`() {
    let line = Array(DumpText.thing(1, "text", #""x""#).utf8).map { $0 == UInt8(ascii: "x") ? 0xFF : $0 }
    let input = Array(DumpText.things(1).utf8) + [10] + line
    let run = ToolRun(arguments: ["load", "-", "/new.store"], io: MemoryStorageIO(), input: input)
    #expect(run.code == .dataError)
    #expect(run.errors.contains("a string that is not UTF-8"), "\(run.errors)")
  }

  @Test(arguments: [
    ([DumpText.person(1, team: 2)], "line 2: object 1: team refers to object 2, which does not exist"),
    (
      [DumpText.person(1, team: 2), DumpText.person(2)],
      "line 2: Person 1.team: refers to a Person, not a Team"
    ),
    (
      [DumpText.person(2), DumpText.person(1, team: 2)],
      "line 3: Person 1.team: refers to a Person, not a Team"
    ),
    ([DumpText.person(1, mentor: 9)], "line 2: object 1: mentor refers to object 9"),
    (
      [DumpText.person(1, likes: [9])],
      "line 2: 'likes' of object 1 names object 9, which the dump does not have"
    ),
    ([DumpText.person(1, likes: [1])], "line 2: 'likes' of object 1 names object 1, a Person and no Team"),
    ([DumpText.person(1, friends: [1, 1])], "line 2, column 92: 'friends' has object 1 twice"),
    (
      [DumpText.team(1, people: [2]), DumpText.person(2)],
      "line 2: 'people' of object 1 names object 2, whose 'team' does not lead back"
    ),
    (
      [DumpText.team(1), DumpText.person(2, team: 1)],
      "line 2: 'people' of object 1 does not name object 2, whose 'team' leads to it"
    ),
    (
      [DumpText.person(1, friends: [2]), DumpText.person(2)],
      "line 3: 'friends' of object 2 does not name object 1, whose 'friends' leads to it"
    ),
    (
      [DumpText.person(2), DumpText.person(2)],
      "line 3, column 7: id 2 occurs twice; it stands in line 2 already"
    ),
    (
      [DumpText.person(1), DumpText.person(2).replacing("p2", with: "p1")],
      "line 3: Person 2 has the same name as object 1"
    ),
    ([#"{"id":1,"entity":"Person"}"#], "line 2: Person 1.name: requires a value and has none"),
    (
      [DumpText.person(1, badge: 2), #"{"id":2,"entity":"Badge","relationships":{"holder":null}}"#],
      "line 2: object 1: badge refers to object 2, which does not lead back"
    ),
    (
      [DumpText.team(1, people: [2, 3, 4, 5])] + (2...5).map { DumpText.person($0, team: 1) },
      "line 2: 'people' of object 1 has 4 objects; at most 3 are allowed"
    ),
    (
      [DumpText.team(1, sports: [2]), #"{"id":2,"entity":"Sport","relationships":{"teams":[]}}"#],
      "line 3: 'teams' of object 2 does not name object 1, whose 'sports' leads to it"
    ),
  ])
  func `a rule of the graph that is broken`(lines: [String], words: String) throws {
    try expectRefusal([DumpText.head(lines.count)] + lines, words)
  }

  @Test func `a dump that was cut off, at any byte`() throws {
    let text = Array(DumpText.text(DumpText.graph).utf8)
    for count in stride(from: 0, to: text.count - 1, by: 13) {
      let io = MemoryStorageIO()
      let run = ToolRun(arguments: ["load", "-", "/new.store"], io: io, input: Array(text[..<count]))
      #expect(run.code == .dataError, "\(count) bytes: \(run.output)")
      #expect(try io.metadata("/new.store") == nil)
    }
  }

  @Test func `a byte that was changed gives an error or a store that is sound`() throws {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    var state = seed | 1
    let text = Array(DumpText.text(DumpText.graph).utf8)
    for _ in 0..<150 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var changed = text
      changed[Int((state >> 33) % UInt64(text.count))] = UInt8(truncatingIfNeeded: state >> 20)
      let io = MemoryStorageIO()
      let run = ToolRun(arguments: ["load", "-", "/new.store"], io: io, input: changed)
      if run.code == .success {
        #expect(ToolRun("check", "/new.store", io: io).code == .success, "seed \(seed)")
      } else {
        #expect(run.code == .dataError, "seed \(seed): \(run.errors)")
        #expect(try io.metadata("/new.store") == nil, "seed \(seed)")
      }
    }
  }

  // MARK: Stores that are there

  @Test func `a store with objects is left as it is`() throws {
    let store = try SampleStore()
    let before = try store.files()
    let dump = ToolRun("dump", "--schema", store.path, io: store.io).output
    let run = ToolRun("load", "-", store.path, io: store.io, input: dump)
    #expect(run.code == .dataError)
    #expect(run.errors.contains("has 4 objects already. Nothing was loaded."), "\(run.errors)")
    for (path, bytes) in before where path.hasSuffix(".seg") { #expect(try store.files()[path] == bytes) }
    #expect(ToolRun("dump", "--schema", store.path, io: store.io).output == dump)
  }

  @Test func `an empty store with another schema is left as it is`() throws {
    let io = MemoryStorageIO()
    #expect(
      ToolRun("load", "-", "/a.store", io: io, input: DumpText.text([DumpText.head(0)])).code == .success
    )
    let other = DumpText.head(0).replacing(#""maximum":3"#, with: #""maximum":4"#)
    let run = ToolRun("load", "-", "/a.store", io: io, input: DumpText.text([other]))
    #expect(run.code == .dataError)
    #expect(run.errors.contains("Team.people") && run.errors.contains("Nothing was loaded"), "\(run.errors)")
  }

  @Test func `a failure in a store that was there says what it has now`() throws {
    let io = MemoryStorageIO()
    #expect(
      ToolRun("load", "-", "/a.store", io: io, input: DumpText.text([DumpText.head(0)])).code == .success
    )
    let lines = [DumpText.person(1), DumpText.person(2, team: 9)]
    let run = ToolRun("load", "-", "/a.store", io: io, input: DumpText.text(lines))
    #expect(run.code == .dataError)
    #expect(run.errors.contains("line 2: object 2: team refers to object 9"), "\(run.errors)")
    #expect(run.errors.contains("2 objects were loaded before"), "\(run.errors)")
    #expect(try io.metadata("/a.store.loading") == nil)
  }

  @Test func `another load, or what is left of one, is not touched`() throws {
    let io = MemoryStorageIO()
    try io.createDirectory("/new.store.loading")
    let run = ToolRun("load", "-", "/new.store", io: io, input: DumpText.text(DumpText.graph))
    #expect(run.code == .dataError)
    #expect(run.errors.contains("/new.store.loading is there"), "\(run.errors)")
    #expect(try io.metadata("/new.store.loading") != nil)
  }

  @Test func `a path below a directory that does not exist`() throws {
    let run = ToolRun(
      "load",
      "-",
      "/a/new.store",
      io: MemoryStorageIO(),
      input: DumpText.text(DumpText.graph)
    )
    #expect(run.code == .noStore, "\(run.errors)")
  }

  @Test func `a directory of other things`() throws {
    let io = MemoryStorageIO()
    try io.createDirectory("/other")
    try io.open("/other/notes.txt", .create).write(Array("notes".utf8), at: 0)
    let run = ToolRun("load", "-", "/other", io: io, input: DumpText.text(DumpText.graph))
    #expect(run.code == .noStore, "\(run.errors)")
    #expect(try io.contents(ofDirectory: "/other") == ["notes.txt"])
  }
}
