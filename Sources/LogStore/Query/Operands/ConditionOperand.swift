/// A condition as a value.
final class ConditionOperand: Operand {
  private let condition: Condition

  init(_ condition: Condition) { self.condition = condition }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    .bool(try condition.test(row, evaluator))
  }
}
