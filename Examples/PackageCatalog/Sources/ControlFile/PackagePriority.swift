/// How important a package is for a system, as its maintainers see it.
public enum PackagePriority: String, Codable, CaseIterable, Sendable {
  /// Needed for the package tools themselves to work.
  case required
  /// Expected on every Unix-like system.
  case important
  /// A reasonable system of text consoles.
  case standard
  /// Everything else.
  case optional
  /// An old name for optional packages that conflict with others.
  case extra
  /// No priority is known, or it has a name of its own.
  case unspecified

  /// The priority that a field names; unknown words count as unspecified.
  public init(field: String?) {
    self = field.flatMap { PackagePriority(rawValue: $0.lowercased()) } ?? .unspecified
  }
}
