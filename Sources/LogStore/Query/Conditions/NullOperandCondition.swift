/// Whether a value of any origin is null.
final class NullOperandCondition: Condition {
  private let operand: Operand

  init(_ operand: Operand) { self.operand = operand }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    try operand.value(row, evaluator).isNull
  }
}
