/// Whether a value of the object is one of a captured collection, or none of it.
final class SetCondition<Value: SlotValue>: Condition {
  private let column: Column
  private let single: Value?
  private let wanted: Set<Value>
  private let isNegated: Bool
  private let valueClass: ValueClass
  private let general: Condition

  /// - Parameters:
  ///   - valueClass: The class of kinds that are read as values of the type.
  ///   - general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ wanted: Set<Value>,
    negated: Bool = false,
    _ valueClass: ValueClass,
    general: Condition
  ) {
    self.column = column
    self.wanted = wanted
    single = wanted.count == 1 ? wanted.first : nil
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
    if let single { return (value == single) != isNegated }
    return wanted.contains(value) != isNegated
  }
}
