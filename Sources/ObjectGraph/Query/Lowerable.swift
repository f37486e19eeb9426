import LogStore

/// A predicate node that can say what it means for encoded records.
///
/// Foundation's nodes conform where their children do, so that one cast at the root of a predicate decides,
/// and the rest are static calls.
protocol Lowerable {
  /// What the node stands for; nil if only Foundation can evaluate it.
  func lower(_ context: LoweringContext) -> LoweringTerm?
}

extension Lowerable {
  /// The node as a value or condition.
  func expression(_ context: LoweringContext) -> FilterExpression? { lower(context)?.expression }
}
