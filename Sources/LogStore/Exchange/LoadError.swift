/// Why a dump could not be loaded, and where in it.
package struct LoadError: Error, Sendable, CustomStringConvertible {
  /// The line, from 1 on; nil where no line is to blame.
  package var line: Int?
  /// The byte of the line, from 1 on; nil where the whole line is meant.
  package var column: Int?
  /// What was found there.
  package var found: String
  /// What to do next.
  package var remedy: String
  /// What became of the objects before it.
  package var outcome = ""
  /// What the store said, where the text is not to blame.
  package var cause: StoreError?

  package init(line: Int? = nil, column: Int? = nil, found: String, remedy: String, cause: StoreError? = nil)
  {
    self.line = line
    self.column = column
    self.found = found
    self.remedy = remedy
    self.cause = cause
  }

  /// A failure at a byte of the line in hand, which is added later.
  init(at offset: Int, _ found: String, _ remedy: String = LoadError.mendText) {
    self.init(column: offset + 1, found: found, remedy: remedy)
  }

  static let mendText = "Mend the line, or dump the store again."

  /// Where, what, what to do, and what was loaded.
  package var description: String {
    var text = "could not load the dump: "
    if let line { text += "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": " }
    text += found
    for part in [remedy, outcome] where !part.isEmpty {
      text += (text.hasSuffix(".") ? " " : ". ") + part
    }
    return text
  }

  /// The same with the number of the line.
  func inLine(_ number: Int) -> LoadError {
    var error = self
    error.line = line ?? number
    return error
  }
}
