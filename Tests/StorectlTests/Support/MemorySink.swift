import StoreTool

/// Keeps output in memory; refuses it once a limit is reached, if there is one.
final class MemorySink: OutputSink {
  private(set) var bytes: [UInt8] = []
  private let failure: OutputError?

  init(failure: OutputError? = nil) { self.failure = failure }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  func write(_ more: UnsafeRawBufferPointer) throws(OutputError) {
    if let failure { throw failure }
    bytes.append(contentsOf: more)
  }
}
