/// Text on its way to a sink, gathered to large writes.
package final class TextOutput {
  /// Bytes that are gathered before they are written.
  private static let threshold = 256 << 10

  private let sink: any OutputSink
  /// What was not written yet.
  private var pending: [UInt8] = []

  /// Writes to a sink.
  package init(_ sink: any OutputSink) {
    self.sink = sink
    pending.reserveCapacity(Self.threshold + 4096)
  }

  /// Adds a text.
  func write(_ text: String) throws(OutputError) {
    pending.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Adds bytes of text.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    pending.append(contentsOf: bytes)
    try flushIfFull()
  }

  /// Adds a line.
  func writeLine(_ line: String) throws(OutputError) { try write(line + "\n") }

  /// Writes what was gathered if it is much.
  private func flushIfFull() throws(OutputError) {
    if pending.count >= Self.threshold { try flush() }
  }

  /// Writes what was gathered.
  func flush() throws(OutputError) {
    guard !pending.isEmpty else { return }
    // Gone in any case: a second try after a failure would only fail again.
    defer { pending.removeAll(keepingCapacity: true) }
    let outcome = pending.withUnsafeBytes { bytes -> Result<Void, OutputError> in
      do throws(OutputError) { return .success(try sink.write(bytes)) } catch { return .failure(error) }
    }
    try outcome.get()
  }
}
