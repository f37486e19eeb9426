/// A compiled path: the variable that it starts at and the columns of the relationships to follow, to-many
/// ones to their first target.
struct ObjectPath {
  /// Number of the variable.
  let variable: Int
  /// Relationships in order.
  let hops: [Column]

  /// The object that the path starts at.
  func start(_ row: Row, _ evaluator: Evaluator) -> Row { evaluator.row(of: variable, innermost: row) }

  /// The existing object at the end of the path; nil if there is none.
  func target(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> ObjectID? {
    var current = start(row, evaluator).id
    var record: RecordView? = start(row, evaluator).record
    for hop in hops {
      var next = ObjectID.none
      if hop.isToMany {
        next = evaluator.access.members(of: current, hop.property).first ?? .none
        record = nil
      } else if let first = record {
        next = Self.reference(hop, first)
        record = nil
      } else {
        _ = try evaluator.access.visit(current) { (view) throws(StoreError) in
          next = Self.reference(hop, view)
        }
      }
      if next.isNone { return nil }
      current = next
    }
    return hops.isEmpty || evaluator.access.entity(of: current) != nil ? current : nil
  }

  /// Lends the object at the end of the path to a closure, which is not called if there is none.
  func visit(
    _ row: Row,
    _ evaluator: Evaluator,
    _ body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    let start = start(row, evaluator)
    if hops.isEmpty { return try body(start) }
    guard let target = try target(row, evaluator) else { return }
    _ = try evaluator.access.visit(target) { (view) throws(StoreError) in
      try body(Row(record: view, id: target))
    }
  }

  private static func reference(_ column: Column, _ record: RecordView) -> ObjectID {
    let slot = column.slot(in: record.layout)
    guard slot.state == .stored, slot.kind == .reference else { return .none }
    return ObjectID(rawValue: UInt64(littleEndian: slot.load(record, as: UInt64.self)))
  }
}
