/// `a || b || …`, from left to right.
final class AnyCondition: Condition {
  private let first: Condition
  private let rest: [Condition]

  init(first: Condition, rest: [Condition]) {
    self.first = first
    self.rest = rest
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    if try first.test(row, evaluator) { return true }
    for condition in rest {
      if try condition.test(row, evaluator) { return true }
    }
    return false
  }
}
