import PackageCatalog

/// The line on a terminal that counts up during an import; nothing at all in a pipe or a file.
struct ProgressLine {
  private let output: TextOutput
  private let isShown: Bool
  private var width = 0

  init(on output: TextOutput) {
    self.output = output
    isShown = output.isTerminal
  }

  mutating func show(_ progress: ImportProgress) throws(OutputError) {
    switch progress {
    case .packages(let count): try show("\(count) packages")
    case .relations(let count): try show("\(count) relations looked up at the end")
    }
  }

  /// Wipes the line, so that what follows begins at the left edge.
  mutating func clear() throws(OutputError) {
    if width > 0 { try show("") }
    guard isShown else { return }
    try output.write("\r")
    try output.flush()
  }

  private mutating func show(_ text: String) throws(OutputError) {
    guard isShown else { return }
    let padding = String(repeating: " ", count: max(0, width - text.count))
    width = text.count
    try output.write("\r" + text + padding)
    try output.flush()
  }
}
