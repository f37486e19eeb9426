/// A condition on a version, such as `>= 1.2`.
public struct VersionConstraint: Equatable, Hashable, Sendable {
  /// How the versions have to compare.
  public enum Comparison: String, Sendable {
    case earlier = "<<"
    case earlierOrEqual = "<="
    case equal = "="
    case laterOrEqual = ">="
    case later = ">>"
  }

  /// How the versions have to compare.
  public var comparison: Comparison
  /// The version on the right-hand side.
  public var version: DebianVersion

  /// Makes a condition of its parts.
  public init(_ comparison: Comparison, _ version: DebianVersion) {
    self.comparison = comparison
    self.version = version
  }

  /// Reads the text between the parentheses. The old single `<` and `>` mean "or equal", as they did.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let operatorBytes = bytes.prefix { $0 == 0x3C || $0 == 0x3D || $0 == 0x3E }
    let version = String(decoding: bytes[operatorBytes.count...].trimmingBlanks(), as: UTF8.self)
    switch String(decoding: operatorBytes, as: UTF8.self) {
    case "<": comparison = .earlierOrEqual
    case ">": comparison = .laterOrEqual
    case let word:
      guard let known = Comparison(rawValue: word) else { return nil }
      comparison = known
    }
    if version.isEmpty || version.contains(" ") { return nil }
    self.version = DebianVersion(version)
  }

  /// Whether a version meets the condition.
  public func isSatisfied(by candidate: DebianVersion) -> Bool {
    switch comparison {
    case .earlier: candidate < version
    case .earlierOrEqual: candidate <= version
    case .equal: !(candidate < version) && !(version < candidate)
    case .laterOrEqual: candidate >= version
    case .later: candidate > version
    }
  }
}

extension VersionConstraint: CustomStringConvertible {
  /// Comparison and version, with one space between them.
  public var description: String { "\(comparison.rawValue) \(version)" }
}
