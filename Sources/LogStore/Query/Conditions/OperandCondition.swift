/// A value that is a Bool; null counts as false.
final class OperandCondition: Condition {
  private let operand: Operand

  init(_ operand: Operand) { self.operand = operand }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    if case .bool(true) = try operand.value(row, evaluator) { return true }
    return false
  }
}
