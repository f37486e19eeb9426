/// Checked negation.
final class NegateOperand: Operand {
  private let kind: ValueKind
  private let inner: Operand
  private let property: String

  /// - Parameter property: Named in errors.
  init(_ kind: ValueKind, _ inner: Operand, property: String) {
    self.kind = kind
    self.inner = inner
    self.property = property
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    let value = try inner.value(row, evaluator)
    switch value {
    case .null: return .null
    case .double(let x): return .double(-x)
    case .float(let x): return .float(-x)
    case .int(let x):
      let (result, overflow) = Int64(0).subtractingReportingOverflow(x)
      if !overflow && CheckedArithmetic.fits(result, kind) { return .int(result) }
    default: break
    }
    throw StoreError.arithmetic("the result of - is outside of \(kind)", object: row.id, property: property)
  }
}
