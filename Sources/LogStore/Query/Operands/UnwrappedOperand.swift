/// A value that must not be null.
final class UnwrappedOperand: Operand {
  private let inner: Operand
  private let property: String

  init(_ inner: Operand, property: String) {
    self.inner = inner
    self.property = property
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    let value = try inner.value(row, evaluator)
    if value.isNull {
      throw StoreError.arithmetic("unwrapping nil with !", object: row.id, property: property)
    }
    return value
  }
}
