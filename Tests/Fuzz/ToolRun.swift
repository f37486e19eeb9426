import LogStore
import StoreTool

/// One run of `storectl` in this process.
struct ToolRun {
  /// Keeps what is written.
  private final class Sink: OutputSink {
    var bytes: [UInt8] = []

    func write(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }
  }

  let code: ExitCode
  let output: String
  let errors: String

  init(_ arguments: [String], _ io: any StorageIO) {
    let (output, errors) = (Sink(), Sink())
    code = Storectl(output: TextOutput(output), errors: TextOutput(errors), io: io, input: { [] }).run(
      arguments
    )
    self.output = String(decoding: output.bytes, as: UTF8.self)
    self.errors = String(decoding: errors.bytes, as: UTF8.self)
  }
}
