extension MacroDiagnostic.FixIt {
  /// A fix that replaces one range.
  static func replace(_ range: Range<Int>, by text: String, _ message: String) -> Self {
    Self(message: message, edits: [MacroDiagnostic.Edit(range: range, text: text)])
  }

  /// A fix that inserts a text.
  static func insert(_ text: String, at position: Int, _ message: String) -> Self {
    replace(position..<position, by: text, message)
  }
}
