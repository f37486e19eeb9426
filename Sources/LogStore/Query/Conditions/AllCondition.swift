/// `a && b && …`, from left to right.
final class AllCondition: Condition {
  private let first: Condition
  private let rest: [Condition]

  init(first: Condition, rest: [Condition]) {
    self.first = first
    self.rest = rest
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    guard try first.test(row, evaluator) else { return false }
    for condition in rest {
      guard try condition.test(row, evaluator) else { return false }
    }
    return true
  }
}
