/// Whether a Bool of the object has a value, or has not.
final class BoolCondition: Condition {
  private let column: Column
  private let wanted: Bool
  private let isNegated: Bool
  private let general: Condition

  /// - Parameters:
  ///   - negated: Whether anything but `wanted` is asked for, null included.
  ///   - general: The same condition for records that keep the property differently.
  init(_ column: Column, _ wanted: Bool, negated: Bool, general: Condition) {
    self.column = column
    self.wanted = wanted
    isNegated = negated
    self.general = general
  }

  override var isPlain: Bool { true }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .bool else { return try general.test(row, evaluator) }
    guard slot.isPresent(in: row.record) else { return isNegated }
    return ((slot.load(row.record, as: UInt8.self) != 0) == wanted) != isNegated
  }
}
