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

  override var isPlain: Bool { !decides && first.isPlain && rest.allSatisfy(\.isPlain) }

  override func select(
    _ places: UnsafeMutablePointer<Int>,
    _ count: Int,
    of rows: UnsafePointer<Row>,
    _ evaluator: Evaluator
  ) throws(StoreError) -> Int {
    guard isPlain else { return try super.select(places, count, of: rows, evaluator) }
    var left = try first.select(places, count, of: rows, evaluator)
    for condition in rest where left > 0 { left = try condition.select(places, left, of: rows, evaluator) }
    return left
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    if try first.test(row, evaluator) == decides { return decides }
    for condition in rest where try condition.test(row, evaluator) == decides { return decides }
    return !decides
  }
}
