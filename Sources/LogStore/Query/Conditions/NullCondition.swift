/// Whether an attribute of the object has no value.
final class NullCondition: Condition {
  private let column: Column

  init(_ column: Column) { self.column = column }

  override var isPlain: Bool { true }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored else { return column.fallback(for: row.entity).isNull }
    return !slot.isPresent(in: row.record)
  }
}
