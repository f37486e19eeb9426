/// The inputs of a computation, read from records when they are asked for.
package final class FilterInputs {
  private let operands: [Operand]
  private let row: Row
  private let evaluator: Evaluator

  init(_ operands: [Operand], _ row: Row, _ evaluator: Evaluator) {
    self.operands = operands
    self.row = row
    self.evaluator = evaluator
  }

  /// The value of an input.
  package func value(_ index: Int) throws(StoreError) -> StoredValue {
    try operands[index].value(row, evaluator)
  }
}
