/// A captured value.
final class ConstantOperand: Operand {
  private let constant: StoredValue

  init(_ constant: StoredValue) { self.constant = constant }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue { constant }
}
