public import Foundation

/// The order of two texts without regard to case.
public enum CaseInsensitiveCompare: TextRule {
  /// Name of the method of `String`.
  public static var name: String { "caseInsensitiveCompare" }

  /// The answer of Foundation's `String`.
  public static func apply(_ text: String, _ other: String) -> ComparisonResult {
    text.caseInsensitiveCompare(other)
  }
}
