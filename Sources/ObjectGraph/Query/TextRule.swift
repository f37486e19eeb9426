/// A way of Foundation's to look at two texts, as a node of predicates applies it (`TextRuleExpression`).
public protocol TextRule<Output>: Sendable {
  /// What the rule answers.
  associatedtype Output
  /// Name of the method of `String`.
  static var name: String { get }
  /// The answer for two texts.
  static func apply(_ text: String, _ other: String) -> Output
}
