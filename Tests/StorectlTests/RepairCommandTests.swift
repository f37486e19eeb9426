import LogStore
import StoreTool
import Testing

@Suite struct RepairCommandTests {
  @Test func `a sound store is copied, and nothing is lost`() throws {
    let sample = try SampleStore()
    let files = try sample.files()
    let run = ToolRun("repair", sample.path, "--to", "/new.store", io: sample.io)
    #expect(run.code == .success)
    #expect(run.lines.last?.hasSuffix("nothing is lost") == true)
    #expect(try sample.files() == files)
    #expect(
      ToolRun("dump", "/new.store", io: sample.io).output
        == ToolRun("dump", sample.path, io: sample.io).output
    )
    #expect(ToolRun("check", "/new.store", io: sample.io).code == .success)
  }

  @Test func `each loss has a line, and the exit code says that there are some`() throws {
    let sample = try SampleStore(compacts: true)
    let state = try StoreInspection(at: sample.path, io: sample.io).state
    let location = Location(word: state.locations[2])
    let segment = StorePaths(root: sample.path).segment(location.segment)
    try sample.write([0x5A, 0xA5], to: segment, at: location.offset + 24)
    #expect(ToolRun("check", sample.path, io: sample.io).code == .corruption)
    let run = ToolRun("repair", "--to=/new.store", sample.path, io: sample.io)
    #expect(run.code == .corruption)
    #expect(run.lines.contains { $0.hasPrefix("lost object: Person 2: ") })
    #expect(ToolRun("check", "/new.store", io: sample.io).code == .success)
  }

  @Test func `a call without a target, what is no store, and a target that exists are refused`() throws {
    let sample = try SampleStore()
    #expect(ToolRun("repair", sample.path, io: sample.io).code == .usage)
    #expect(ToolRun("repair", "/nothing", "--to", "/new.store", io: sample.io).code == .noStore)
    #expect(ToolRun("repair", sample.path, "--to", sample.path, io: sample.io).code == .inputOutput)
  }
}
