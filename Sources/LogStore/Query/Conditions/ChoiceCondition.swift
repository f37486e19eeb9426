/// `test ? then : otherwise` as a condition.
final class ChoiceCondition: Condition {
  private let test: Condition
  private let then: Condition
  private let otherwise: Condition

  init(_ test: Condition, then: Condition, otherwise: Condition) {
    self.test = test
    self.then = then
    self.otherwise = otherwise
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    try test.test(row, evaluator) ? then.test(row, evaluator) : otherwise.test(row, evaluator)
  }
}
