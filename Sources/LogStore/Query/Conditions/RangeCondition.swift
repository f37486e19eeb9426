/// Whether a value of any origin lies within bounds; null does not.
final class RangeCondition: Condition {
  private let operand: Operand
  private let lower: StoredValue?
  private let upper: StoredValue?
  private let includesUpper: Bool

  init(_ operand: Operand, lower: StoredValue?, upper: StoredValue?, includesUpper: Bool) {
    self.operand = operand
    self.lower = lower
    self.upper = upper
    self.includesUpper = includesUpper
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let value = try operand.value(row, evaluator)
    if value.isNull { return false }
    if let lower, !value.holds(.greaterOrEqual, lower) { return false }
    if let upper { return value.holds(includesUpper ? .lessOrEqual : .less, upper) }
    return true
  }
}
