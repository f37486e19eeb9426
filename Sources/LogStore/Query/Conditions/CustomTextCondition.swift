/// A test of another module's on a string of the object and a captured one.
final class CustomTextCondition: Condition {
  private let column: Column
  private let pattern: String
  private let operation: @Sendable (String, String) -> Bool
  private let general: Condition

  /// - Parameter general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ pattern: String,
    _ operation: @escaping @Sendable (String, String) -> Bool,
    general: Condition
  ) {
    self.column = column
    self.pattern = pattern
    self.operation = operation
    self.general = general
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .string else { return try general.test(row, evaluator) }
    guard slot.isPresent(in: row.record) else { return false }
    return operation(row.record.string(Int(slot.field)), pattern)
  }
}
