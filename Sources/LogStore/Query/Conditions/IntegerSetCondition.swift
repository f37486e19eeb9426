/// Whether a signed integer of the object is in a captured collection.
final class IntegerSetCondition: Condition {
  private let column: Column
  private let wanted: Set<Int64>
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, _ wanted: Set<Int64>, general: Condition) {
    self.column = column
    self.wanted = wanted
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, ValueClass(slot.kind) == .signed else {
      return try general.test(row, evaluator)
    }
    return slot.isPresent(in: row.record) && wanted.contains(slot.integer(row.record))
  }
}
