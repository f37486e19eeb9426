import LogStore
import StoreTool

/// One run of the tool inside this process.
struct ToolRun {
  let code: ExitCode
  let output: String
  let errors: String

  init(
    _ arguments: String...,
    io: any StorageIO = PosixStorageIO(),
    input: String = "",
    outputFailure: OutputError? = nil
  ) {
    self.init(arguments: arguments, io: io, input: Array(input.utf8), outputFailure: outputFailure)
  }

  init(
    arguments: [String],
    io: any StorageIO = PosixStorageIO(),
    input: [UInt8] = [],
    outputFailure: OutputError? = nil
  ) {
    let output = MemorySink(failure: outputFailure)
    let errors = MemorySink()
    var rest = input[...]
    let tool = Storectl(output: TextOutput(output), errors: TextOutput(errors), io: io) {
      // In pieces that end anywhere.
      defer { rest = rest.dropFirst(1000) }
      return Array(rest.prefix(1000))
    }
    code = tool.run(arguments)
    self.output = output.text
    self.errors = errors.text
  }

  /// The lines of the output.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
