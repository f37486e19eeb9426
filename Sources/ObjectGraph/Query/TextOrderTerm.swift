import Foundation
import LogStore

/// The result of comparing two strings by a rule of Foundation's.
struct TextOrderTerm {
  /// Name of the rule.
  var name: String
  /// The rule.
  var order: @Sendable (String, String) -> ComparisonResult
  /// The strings.
  var left: FilterExpression
  var right: FilterExpression

  /// The condition that the result is a given one; absent strings give no result.
  func isEqual(to result: ComparisonResult) -> FilterExpression {
    let order = order
    return .text(
      .custom(name: "\(name) == \(result.rawValue), ") { order($0, $1) == result },
      left,
      right
    )
  }
}
