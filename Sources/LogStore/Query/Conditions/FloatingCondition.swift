/// Whether a floating-point number or date of the object lies in a closed interval, or outside of it. NaN
/// lies in none.
final class FloatingCondition: Condition {
  private let column: Column
  private let lower: Double
  private let upper: Double
  private let isNegated: Bool
  private let valueClass: ValueClass
  private let general: Condition

  /// - Parameters:
  ///   - valueClass: Dates or numbers.
  ///   - general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ lower: Double,
    _ upper: Double,
    negated: Bool,
    _ valueClass: ValueClass,
    general: Condition
  ) {
    self.column = column
    self.lower = lower
    self.upper = upper
    isNegated = negated
    self.valueClass = valueClass
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, ValueClass(slot.kind) == valueClass else {
      return try general.test(row, evaluator)
    }
    guard slot.isPresent(in: row.record) else { return isNegated }
    let value = slot.floating(row.record)
    return (lower <= value && value <= upper) != isNegated
  }
}
