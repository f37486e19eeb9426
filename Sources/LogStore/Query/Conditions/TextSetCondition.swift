/// Whether a string of the object is in a captured collection.
final class TextSetCondition: Condition {
  private let column: Column
  private let wanted: Set<String>
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, _ wanted: Set<String>, general: Condition) {
    self.column = column
    self.wanted = wanted
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .string else { return try general.test(row, evaluator) }
    guard slot.isPresent(in: row.record) else { return false }
    return wanted.contains(row.record.string(Int(slot.field)))
  }
}
