/// Whether a to-one relationship of the object leads to one of a set of existing objects.
final class ReferenceCondition: Condition {
  private let column: Column
  private let wanted: Set<ObjectID>
  private let isNegated: Bool

  init(_ column: Column, _ wanted: Set<ObjectID>, negated: Bool) {
    self.column = column
    self.wanted = wanted
    isNegated = negated
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, slot.kind == .reference else { return isNegated }
    let target = ObjectID(rawValue: UInt64(littleEndian: slot.load(row.record, as: UInt64.self)))
    guard !target.isNone, wanted.contains(target) else { return isNegated }
    return (evaluator.access.entity(of: target) != nil) != isNegated
  }
}
