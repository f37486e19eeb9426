public import Foundation
import LogStore

/// Whether a text contains another as a search field would find it: without regard to case and accents.
///
/// A node of predicates, made by the builder of `PredicateExpressions`.
public struct LocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
  PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
  /// Type of the result.
  public typealias Output = Bool

  /// The text.
  public let root: Root
  /// What it is compared with.
  public let other: Other

  /// Makes a node.
  public init(root: Root, other: Other) {
    self.root = root
    self.other = other
  }

  /// The answer of Foundation's `String`.
  public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    try String(root.evaluate(bindings)).localizedStandardContains(String(other.evaluate(bindings)))
  }
}

extension LocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension LocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}

extension LocalizedStandardContains: Codable where Root: Codable, Other: Codable {
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

extension LocalizedStandardContains: CustomStringConvertible {
  /// The node in words.
  public var description: String { "\(root).localizedStandardContains(\(other))" }
}

extension LocalizedStandardContains: Lowerable where Root: Lowerable, Other: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard Root.Output.self == String.self, Other.Output.self == String.self,
      let text = root.expression(context), let pattern = other.expression(context)
    else { return nil }
    return .value(
      .text(.custom(name: "localizedStandardContains") { $0.localizedStandardContains($1) }, text, pattern)
    )
  }
}
