/// Whether an unsigned integer of the object lies in a closed interval, or outside of it.
final class UnsignedCondition: Condition {
  private let column: Column
  private let lower: UInt64
  private let upper: UInt64
  private let isNegated: Bool
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, _ lower: UInt64, _ upper: UInt64, negated: Bool, general: Condition) {
    self.column = column
    self.lower = lower
    self.upper = upper
    isNegated = negated
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, ValueClass(slot.kind) == .unsigned else {
      return try general.test(row, evaluator)
    }
    guard slot.isPresent(in: row.record) else { return isNegated }
    let value = slot.unsigned(row.record)
    return (lower <= value && value <= upper) != isNegated
  }
}
