import Testing
import StoreTool

@Suite struct UsageTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help lists commands and exit codes`(arguments: [String]) {
    let output = MemorySink()
    let tool = Storectl(output: TextOutput(output), errors: TextOutput(MemorySink()))
    #expect(tool.run(arguments) == .success)
    for word in ["info", "schema", "dump", "check", "compact"] { #expect(output.text.contains("  \(word) ")) }
    for code in ExitCode.allCases { #expect(output.text.contains("\n  \(code.rawValue) ")) }
  }

  @Test(arguments: Storectl.commandNames)
  func `each command has help of its own, asked for either way`(command: String) {
    let run = ToolRun("help", command)
    #expect(run.code == .success)
    #expect(run.output.hasPrefix("Usage: storectl \(command)"))
    #expect(ToolRun(command, "--help").output == run.output)
  }

  @Test func `the version names the format too`() {
    #expect(ToolRun("--version").output.hasPrefix("storectl 0.1.0 (format 1."))
  }

  @Test(arguments: [
    [], ["fly"], ["--fly"], ["info"], ["info", ""], ["info", "a", "b"], ["info", "--entity", "A", "b"],
    ["dump", "--entity"], ["completions", "--json", "bash"], ["help", "fly"], ["help", "info", "dump"],
    ["--help", "x"], ["--version", "x"],
  ])
  func `a command line that makes no sense is refused in one line`(arguments: [String]) {
    let errors = MemorySink()
    let tool = Storectl(output: TextOutput(MemorySink()), errors: TextOutput(errors))
    #expect(tool.run(arguments) == .usage)
    #expect(errors.text.hasPrefix("storectl: "))
    #expect(errors.text.split(separator: "\n").count == 1)
  }
}
