import Testing

/// A piece of text that sources must not contain, and what to write in its place.
struct Ban: CustomTestStringConvertible {
  /// The text.
  let text: String
  /// What to do instead.
  let replacement: String
  /// Whether the ban holds in comments too.
  let includesComments: Bool

  init(_ text: String, _ replacement: String, includesComments: Bool = false) {
    self.text = text
    self.replacement = replacement
    self.includesComments = includesComments
  }

  var testDescription: String { text }

  /// Whether a line breaks the ban.
  func isBroken(by line: Substring) -> Bool {
    guard line.contains(text) else { return false }
    return includesComments || !line.drop { $0 == " " }.hasPrefix("//")
  }
}
