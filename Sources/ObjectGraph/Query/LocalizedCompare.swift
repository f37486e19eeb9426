public import Foundation
import LogStore

/// The order of two texts for the reader of the current locale.
///
/// A node of predicates, made by the builder of `PredicateExpressions`.
public struct LocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
where Root.Output: StringProtocol, Other.Output: StringProtocol {
  /// Type of the result.
  public typealias Output = ComparisonResult

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
  public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
    try String(root.evaluate(bindings)).localizedCompare(String(other.evaluate(bindings)))
  }
}

extension LocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension LocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}

extension LocalizedCompare: Codable where Root: Codable, Other: Codable {
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

extension LocalizedCompare: CustomStringConvertible {
  /// The node in words.
  public var description: String { "\(root).localizedCompare(\(other))" }
}

extension LocalizedCompare: Lowerable where Root: Lowerable, Other: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard Root.Output.self == String.self, Other.Output.self == String.self,
      let text = root.expression(context), let pattern = other.expression(context)
    else { return nil }
    return .order(
      TextOrderTerm(
        name: "localizedCompare",
        order: { $0.localizedCompare($1) },
        left: text,
        right: pattern
      )
    )
  }
}
