/// All or any of some conditions, from left to right, up to the first that decides.
final class ChainCondition: Condition {
  private let first: Condition
  private let rest: [Condition]
  private let decides: Bool

  /// - Parameter decides: The answer of a condition that is the answer of the chain: false for "all", true
  ///   for "any".
  init(first: Condition, rest: [Condition], decides: Bool) {
    self.first = first
    self.rest = rest
    self.decides = decides
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    if try first.test(row, evaluator) == decides { return decides }
    for condition in rest where try condition.test(row, evaluator) == decides { return decides }
    return !decides
  }
}
