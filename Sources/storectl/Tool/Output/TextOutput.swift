/// Text on its way to a sink, gathered to large writes.
package final class TextOutput {
  /// Bytes that are gathered before they are written.
  private static let threshold = 256 << 10

  private let sink: any OutputSink
  /// Whether colours are shown, and wanted.
  private let showsColours: Bool
  /// Called before anything is written.
  var willWrite: (() -> Void)?
  /// What was not written yet.
  private var pending: [UInt8] = []

  /// Writes to a sink.
  ///
  /// - Parameter showsColours: Whether a terminal shows it to somebody who wants colours.
  package init(_ sink: any OutputSink, showsColours: Bool = false) {
    self.sink = sink
    self.showsColours = showsColours
    pending.reserveCapacity(Self.threshold + 4096)
  }

  /// A text in a colour where there are colours, else as it is.
  func coloured(_ text: String, _ colour: TextColour) -> String {
    showsColours ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
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
    willWrite?()
    // Gone in any case: a second try after a failure would only fail again.
    defer { pending.removeAll(keepingCapacity: true) }
    let outcome = pending.withUnsafeBytes { bytes -> Result<Void, OutputError> in
      do throws(OutputError) { return .success(try sink.write(bytes)) } catch { return .failure(error) }
    }
    try outcome.get()
  }
}
