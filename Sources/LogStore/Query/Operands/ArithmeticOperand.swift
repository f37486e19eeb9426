/// Checked arithmetic on two numbers of one kind.
final class ArithmeticOperand: Operand {
  private let operation: FilterArithmetic
  private let kind: ValueKind
  private let left: Operand
  private let right: Operand
  private let property: String

  /// - Parameter property: Named in errors.
  init(
    _ operation: FilterArithmetic,
    _ kind: ValueKind,
    _ left: Operand,
    _ right: Operand,
    property: String
  ) {
    self.operation = operation
    self.kind = kind
    self.left = left
    self.right = right
    self.property = property
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    let a = try left.value(row, evaluator)
    let b = try right.value(row, evaluator)
    if a.isNull || b.isNull { return .null }
    switch (a, b) {
    case (.int(let x), .int(let y)):
      let value = try compute(x, y, row)
      guard CheckedArithmetic.fits(value, kind) else { throw failure(row) }
      return .int(value)
    case (.uint(let x), .uint(let y)):
      let value = try compute(x, y, row)
      guard CheckedArithmetic.fits(value, kind) else { throw failure(row) }
      return .uint(value)
    case (.double(let x), .double(let y)): return .double(CheckedArithmetic.compute(operation, x, y))
    case (.float(let x), .float(let y)): return .float(CheckedArithmetic.compute(operation, x, y))
    default: throw failure(row)
    }
  }

  private func compute<T: FixedWidthInteger>(_ a: T, _ b: T, _ row: Row) throws(StoreError) -> T {
    guard let value = CheckedArithmetic.compute(operation, a, b) else {
      throw failure(row, dividesByZero: b == 0 && (operation == .divide || operation == .remainder))
    }
    return value
  }

  /// Values stand in no message: they may be sealed in the store.
  private func failure(_ row: Row, dividesByZero: Bool = false) -> StoreError {
    .arithmetic(
      dividesByZero
        ? "\(operation.symbol) by zero in \(kind)"
        : "the result of \(operation.symbol) is outside of \(kind)",
      object: row.id,
      property: property
    )
  }
}
