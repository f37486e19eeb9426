public import Foundation

/// The order of two texts for the reader of the current locale.
public enum LocalizedCompare: TextRule {
  /// Name of the method of `String`.
  public static var name: String { "localizedCompare" }

  /// The answer of Foundation's `String`.
  public static func apply(_ text: String, _ other: String) -> ComparisonResult {
    text.localizedCompare(other)
  }
}
