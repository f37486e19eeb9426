/// The identity of the object at a path.
final class IdentityOperand: Operand {
  private let path: ObjectPath

  init(_ path: ObjectPath) { self.path = path }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    try path.target(row, evaluator).map { .reference($0) } ?? .null
  }
}
