import LogStore
import StoreTool
import Testing

@Suite struct BackupCommandTests {
  @Test(arguments: [false, true])
  func `a backup has the same objects and a clean check, and leaves the store as it was`(compacts: Bool)
    throws
  {
    let sample = try SampleStore(compacts: compacts)
    let files = try sample.files()
    let run = ToolRun("backup", sample.path, "/copy.store", io: sample.io)
    #expect(run.code == .success)
    #expect(run.lines.first?.hasPrefix("/copy.store: 4 objects of commit ") == true)
    #expect(try sample.files() == files)
    #expect(
      ToolRun("dump", "/copy.store", io: sample.io).output
        == ToolRun("dump", sample.path, io: sample.io).output
    )
    #expect(
      ToolRun("log", "/copy.store", io: sample.io).output == ToolRun("log", sample.path, io: sample.io).output
    )
    #expect(ToolRun("check", "/copy.store", io: sample.io).code == .success)
  }

  @Test func `a place that is taken and a path without a store are refused`() throws {
    let sample = try SampleStore()
    #expect(ToolRun("backup", sample.path, sample.path, io: sample.io).code == .inputOutput)
    #expect(ToolRun("backup", "/nothing", "/copy.store", io: sample.io).code == .noStore)
    #expect(ToolRun("backup", sample.path, io: sample.io).code == .usage)
    #expect(try sample.io.contents(ofDirectory: "/").filter { $0.contains("copy.store") } == [])
  }
}
