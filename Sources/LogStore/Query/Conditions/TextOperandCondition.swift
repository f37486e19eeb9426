/// A string operation on values of any origin; false if either is no text.
final class TextOperandCondition: Condition {
  private let operation: FilterTextOperation
  private let text: Operand
  private let pattern: Operand

  init(_ operation: FilterTextOperation, _ text: Operand, _ pattern: Operand) {
    self.operation = operation
    self.text = text
    self.pattern = pattern
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let text = try text.value(row, evaluator)
    let pattern = try pattern.value(row, evaluator)
    guard let a = text.text, let b = pattern.text else { return false }
    return operation.holds(a, b)
  }
}
