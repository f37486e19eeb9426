/// Whether a number or date of the object lies in a closed interval, or outside of it: every comparison with
/// a constant is one of the two. NaN lies in none.
final class IntervalCondition<Value: SlotValue>: Condition {
  private let column: Column
  private let lower: Value
  private let upper: Value
  private let isNegated: Bool
  private let valueClass: ValueClass
  private let general: Condition

  /// - Parameters:
  ///   - valueClass: The class of kinds that are read as values of the type.
  ///   - general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ lower: Value,
    _ upper: Value,
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
    let value = Value.read(slot, row.record)
    return (lower <= value && value <= upper) != isNegated
  }
}
