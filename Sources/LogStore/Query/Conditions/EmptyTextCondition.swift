/// Whether a string or data of the object is empty.
final class EmptyTextCondition: Condition {
  private let column: Column
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(_ column: Column, general: Condition) {
    self.column = column
    self.general = general
  }

  override var isPlain: Bool { true }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .string || slot.kind == .data else {
      return try general.test(row, evaluator)
    }
    return slot.isPresent(in: row.record) && row.record.bytes(Int(slot.field)).isEmpty
  }
}
