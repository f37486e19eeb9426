/// What is asked about two strings.
package enum FilterTextOperation: Sendable {
  /// Swift's `contains`: by characters and canonical equivalence.
  case contains
  /// Swift's `starts(with:)`.
  case startsWith
  /// A test that this module has no words for (localised matching): text, then pattern. It has to be pure.
  case custom(name: String, @Sendable (String, String) -> Bool)

  /// Name for plans.
  package var name: String {
    switch self {
    case .contains: "contains"
    case .startsWith: "starts(with:)"
    case .custom(let name, _): name
    }
  }

  /// The answer for two strings.
  func holds(_ text: String, _ pattern: String) -> Bool {
    switch self {
    case .contains: text.contains(pattern)
    case .startsWith: text.starts(with: pattern)
    case .custom(_, let test): test(text, pattern)
    }
  }
}
