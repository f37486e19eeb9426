/// Number of characters of a string, of bytes of data.
final class LengthOperand: Operand {
  private let inner: Operand

  init(_ inner: Operand) { self.inner = inner }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    switch try inner.value(row, evaluator) {
    case .string(let text): .int(Int64(text.count))
    case .data(let bytes): .int(Int64(bytes.count))
    default: .null
    }
  }
}
