public import Foundation
import LogStore

/// The order of two texts without regard to case.
///
/// A node of predicates, made by the builder of `PredicateExpressions`.
public struct CaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
  PredicateExpression
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
    try String(root.evaluate(bindings)).caseInsensitiveCompare(String(other.evaluate(bindings)))
  }
}

extension CaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension CaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}

extension CaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {
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

extension CaseInsensitiveCompare: CustomStringConvertible {
  /// The node in words.
  public var description: String { "\(root).caseInsensitiveCompare(\(other))" }
}

extension CaseInsensitiveCompare: Lowerable where Root: Lowerable, Other: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard Root.Output.self == String.self, Other.Output.self == String.self,
      let text = root.expression(context), let pattern = other.expression(context)
    else { return nil }
    return .order(
      TextOrderTerm(
        name: "caseInsensitiveCompare",
        order: { $0.caseInsensitiveCompare($1) },
        left: text,
        right: pattern
      )
    )
  }
}
