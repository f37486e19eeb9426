/// How one package relates to another, by the field that says so.
public enum RelationKind: String, Codable, CaseIterable, Sendable {
  case preDepends = "Pre-Depends"
  case depends = "Depends"
  case recommends = "Recommends"
  case suggests = "Suggests"
  case enhances = "Enhances"
  case breaks = "Breaks"
  case conflicts = "Conflicts"
  case replaces = "Replaces"
  case provides = "Provides"

  /// Whether the package does not work without the other.
  public var isRequired: Bool { self == .preDepends || self == .depends }
}
