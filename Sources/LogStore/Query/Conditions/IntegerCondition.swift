/// Whether a signed integer of the object lies in a closed interval, or outside of it: every comparison with
/// a constant is one of the two.
final class IntegerCondition: Condition {
  private let column: Column
  private let lower: Int64
  private let upper: Int64
  private let isNegated: Bool
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, _ lower: Int64, _ upper: Int64, negated: Bool, general: Condition) {
    self.column = column
    self.lower = lower
    self.upper = upper
    isNegated = negated
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, ValueClass(slot.kind) == .signed else {
      return try general.test(row, evaluator)
    }
    guard slot.isPresent(in: row.record) else { return isNegated }
    let value = slot.integer(row.record)
    return (lower <= value && value <= upper) != isNegated
  }
}
