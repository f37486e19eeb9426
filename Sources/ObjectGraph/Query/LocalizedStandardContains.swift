import Foundation

/// Whether a text contains another as a search field would find it: without regard to case and accents.
public enum LocalizedStandardContains: TextRule {
  /// Name of the method of `String`.
  public static var name: String { "localizedStandardContains" }

  /// The answer of Foundation's `String`.
  public static func apply(_ text: String, _ other: String) -> Bool { text.localizedStandardContains(other) }
}
