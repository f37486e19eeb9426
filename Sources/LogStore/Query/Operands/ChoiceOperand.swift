/// `test ? then : otherwise`.
final class ChoiceOperand: Operand {
  private let test: Condition
  private let then: Operand
  private let otherwise: Operand

  init(_ test: Condition, then: Operand, otherwise: Operand) {
    self.test = test
    self.then = then
    self.otherwise = otherwise
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    try test.test(row, evaluator) ? then.value(row, evaluator) : otherwise.value(row, evaluator)
  }
}
