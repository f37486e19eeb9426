/// `value ?? otherwise`.
final class CoalesceOperand: Operand {
  private let first: Operand
  private let otherwise: Operand

  init(_ first: Operand, _ otherwise: Operand) {
    self.first = first
    self.otherwise = otherwise
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    let value = try first.value(row, evaluator)
    return value.isNull ? try otherwise.value(row, evaluator) : value
  }
}
