/// A node whose operator stands between its operands.
protocol InfixNode: Lowerable {
  associatedtype LHS: Lowerable
  associatedtype RHS: Lowerable
  var lhs: LHS { get }
  var rhs: RHS { get }
  /// The operator in Swift.
  var symbol: String { get }
}

extension InfixNode {
  func text(_ context: LoweringContext) -> String { "(\(lhs.text(context)) \(symbol) \(rhs.text(context)))" }
}
