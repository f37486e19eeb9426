/// Whether a UUID of the object is one of a set, or none of it.
final class UUIDCondition: Condition {
  private let column: Column
  private let single: UUIDBytes?
  private let wanted: Set<UUIDBytes>
  private let isNegated: Bool
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, _ wanted: Set<UUIDBytes>, negated: Bool, general: Condition) {
    self.column = column
    self.wanted = wanted
    single = wanted.count == 1 ? wanted.first : nil
    isNegated = negated
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .uuid else { return try general.test(row, evaluator) }
    guard slot.isPresent(in: row.record) else { return isNegated }
    let value = row.record.uuid(Int(slot.field))
    if let single { return (value == single) != isNegated }
    return wanted.contains(value) != isNegated
  }
}
