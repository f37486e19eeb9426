import Testing

/// A piece of text that sources must not contain, and what to write in its place.
struct Ban: CustomTestStringConvertible {
  /// The text.
  let text: String
  /// What to do instead.
  let replacement: String
  /// Whether the ban holds in comments too.
  let includesComments: Bool

  /// Text on the same line that lifts the ban: a reason given there.
  let exemption: String?

  init(_ text: String, _ replacement: String, includesComments: Bool = false, unless exemption: String? = nil)
  {
    self.exemption = exemption
    self.text = text
    self.replacement = replacement
    self.includesComments = includesComments
  }

  var testDescription: String { text }

  /// Whether a line breaks the ban.
  func isBroken(by line: Substring) -> Bool {
    guard line.contains(text) else { return false }
    if let exemption, line.contains(exemption) { return false }
    return includesComments || !line.drop { $0 == " " }.hasPrefix("//")
  }
}
