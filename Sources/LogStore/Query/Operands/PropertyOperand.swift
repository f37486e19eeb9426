/// An attribute or to-one relationship of the object at a path. A reference to nothing is null.
final class PropertyOperand: Operand {
  private let path: ObjectPath
  private let column: Column

  init(_ path: ObjectPath, _ column: Column) {
    self.path = path
    self.column = column
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    var result = StoredValue.null
    try path.visit(row, evaluator) { (target) throws(StoreError) in
      result = try column.value(in: target)
    }
    if case .reference(let target) = result, evaluator.access.entity(of: target) == nil { return .null }
    return result
  }
}
