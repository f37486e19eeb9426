public import Foundation
import LogStore

/// Two texts looked at by a rule of Foundation's that has no node of its own on this platform.
///
/// A node of predicates, made by the builders of `PredicateExpressions`.
public struct TextRuleExpression<Root: PredicateExpression, Other: PredicateExpression, Rule: TextRule>:
  PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
  /// Type of the result.
  public typealias Output = Rule.Output

  /// The text.
  public let root: Root
  /// What it is compared with.
  public let other: Other

  /// Makes a node.
  public init(root: Root, other: Other) {
    self.root = root
    self.other = other
  }

  /// The answer of the rule.
  public func evaluate(_ bindings: PredicateBindings) throws -> Output {
    try Rule.apply(String(root.evaluate(bindings)), String(other.evaluate(bindings)))
  }
}

extension TextRuleExpression: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension TextRuleExpression: Sendable where Root: Sendable, Other: Sendable {}

extension TextRuleExpression: Codable where Root: Codable, Other: Codable {
  /// Writes both texts, one behind the other.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(root)
    try container.encode(other)
  }

  /// Reads both texts.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    root = try container.decode(Root.self)
    other = try container.decode(Other.self)
  }
}

extension TextRuleExpression: CustomStringConvertible {
  /// The node in words.
  public var description: String { "\(root).\(Rule.name)(\(other))" }
}

extension TextRuleExpression: Lowerable where Root: Lowerable, Other: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard Root.Output.self == String.self, Other.Output.self == String.self,
      let text = root.expression(context), let pattern = other.expression(context)
    else { return nil }
    if let rule = Rule.self as? any TextRule<Bool>.Type { return .value(rule.condition(text, pattern)) }
    return (Rule.self as? any TextRule<ComparisonResult>.Type).map { .order($0.order(text, pattern)) }
  }

  func text(_ context: LoweringContext) -> String {
    "\(root.text(context)).\(Rule.name)(\(other.text(context)))"
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    root.compiled(builder)?.combined(with: other.compiled(builder)) { Rule.apply(String($0), String($1)) }
  }
}

extension TextRule<Bool> {
  fileprivate static func condition(_ text: FilterExpression, _ other: FilterExpression) -> FilterExpression {
    .text(.custom(name: name) { apply($0, $1) }, text, other)
  }
}

extension TextRule<ComparisonResult> {
  fileprivate static func order(_ text: FilterExpression, _ other: FilterExpression) -> TextOrderTerm {
    TextOrderTerm(name: name, order: { apply($0, $1) }, left: text, right: other)
  }
}
