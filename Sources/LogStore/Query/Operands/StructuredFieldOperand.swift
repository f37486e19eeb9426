/// A field inside a structured attribute of the object at a path.
final class StructuredFieldOperand: Operand {
  private let path: ObjectPath
  private let column: Column
  private let names: [String]

  init(_ path: ObjectPath, _ column: Column, _ names: [String]) {
    self.path = path
    self.column = column
    self.names = names
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    var result = StoredValue.null
    try path.visit(row, evaluator) { (target) throws(StoreError) in
      let slot = column.slot(in: target.record.layout)
      if slot.state == .stored, slot.kind == .structured {
        if slot.isPresent(in: target.record) {
          result = StructuredField.value(in: target.record.bytes(Int(slot.field)), at: names)
        }
      } else if case .structured(let bytes) = try column.value(in: target) {
        result = bytes.withUnsafeBytes { StructuredField.value(in: $0, at: names) }
      }
    }
    return result
  }
}
