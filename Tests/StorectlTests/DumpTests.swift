import LogStore
import Testing
import StoreTool

@Suite struct DumpTests {
  @Test func `each object is one line of JSON, by rising id, with values and relationships`() throws {
    let store = try SampleStore()
    let run = ToolRun("dump", store.path, io: store.io)
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.lines.count == 4)
    let team = #"{"id":1,"entity":"Team","values":{"name":"Fram","secret":null},"#
    #expect(run.lines.first == team + #""relationships":{"people":[2,3],"friends":[3]}}"#)
    #expect(
      run.lines.last
        == #"{"id":4,"entity":"Tag","values":{"text":"ice"},"relationships":{"people":[2,3],"holders":[]}}"#
    )
  }

  @Test func `values of each kind are written without loss`() throws {
    let store = try SampleStore()
    let line = ToolRun("dump", store.path, io: store.io).lines[1]
    let expected = [
      #"{"id":2,"entity":"Person","values":{"bool":true,"small":-7,"large":-9223372036854775808,"#,
      #""unsigned":18446744073709551615,"float":0.1,"double":"-Infinity","date":700000000.25,"#,
      #""uuid":"00112233-4455-6677-8899-AABBCCDDEEFF","decimal":"-1234e-2","text":"é \"\\\n\u0001","#,
      #""data":"AP8Q","url":"https://example.org/?q=1","address":{"city":"Bergen","n":{"$uint":5}}},"#,
      #""relationships":{"team":1,"tags":[4],"badge":5}}"#,
    ].joined()
    #expect(line == expected)
  }

  @Test func `a reference to nothing, where the delete rule allows it, keeps its number`() throws {
    let store = try SampleStore()
    #expect(ToolRun("dump", store.path, io: store.io).lines[1].contains(#""badge":5"#))
    #expect(ToolRun("check", store.path, io: store.io).output.contains("1 references to nothing"))
  }

  @Test func `compaction changes no byte of it`() throws {
    let plain = try SampleStore()
    let before = ToolRun("dump", plain.path, io: plain.io)
    let compact = ToolRun("compact", plain.path, io: plain.io)
    #expect(compact.code == .success, "\(compact.errors)")
    #expect(ToolRun("dump", plain.path, io: plain.io).output == before.output)
    #expect(ToolRun("check", plain.path, io: plain.io).code == .success)
  }

  @Test func `an entity is dumped with those below it`() throws {
    let store = try SampleStore()
    #expect(ToolRun("dump", "--entity", "Person", store.path, io: store.io).lines.count == 2)
    #expect(ToolRun("dump", "--entity=Chief", store.path, io: store.io).lines.count == 1)
    #expect(ToolRun("dump", store.path, "--entity", "Tag", "--entity", "Team", io: store.io).lines.count == 2)
  }

  @Test func `an entity that is not there is named with those that are`() throws {
    let store = try SampleStore()
    let run = ToolRun("dump", "--entity", "Ship", store.path, io: store.io)
    #expect(run.code == .usage)
    #expect(run.errors.contains("no entity 'Ship'"))
    #expect(run.errors.contains("Chief"))
  }

  @Test func `a reader that has left ends it quietly`() throws {
    let store = try SampleStore()
    let run = ToolRun("dump", store.path, io: store.io, outputFailure: .readerLeft)
    #expect(run.code == .success)
    #expect(run.errors.isEmpty)
  }

  @Test func `output that cannot be written is an error`() throws {
    let store = try SampleStore()
    let run = ToolRun(
      "dump",
      store.path,
      io: store.io,
      outputFailure: .cannotWrite(reason: "the disk is full")
    )
    #expect(run.code == .inputOutput)
    #expect(run.errors == "storectl: cannot write the output: the disk is full\n")
  }

  @Test func `a store without a schema has no lines`() throws {
    let io = MemoryStorageIO()
    try Store.open(at: "/empty.store", io: io).close()
    let run = ToolRun("dump", "/empty.store", io: io)
    #expect(run.code == .success)
    #expect(run.output.isEmpty)
  }
}
