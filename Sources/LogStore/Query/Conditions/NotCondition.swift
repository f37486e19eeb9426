/// The opposite of a condition.
final class NotCondition: Condition {
  private let inner: Condition

  init(_ inner: Condition) { self.inner = inner }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    !(try inner.test(row, evaluator))
  }
}
