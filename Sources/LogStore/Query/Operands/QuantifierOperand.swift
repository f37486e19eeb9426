/// Whether any or every target of a to-many relationship fulfils a condition; null without an owner.
final class QuantifierOperand: Operand {
  private let quantifier: FilterQuantifier
  private let path: ObjectPath
  private let relationship: PropertyID
  private let condition: Condition

  init(
    _ quantifier: FilterQuantifier,
    _ path: ObjectPath,
    _ relationship: PropertyID,
    _ condition: Condition
  ) {
    self.quantifier = quantifier
    self.path = path
    self.relationship = relationship
    self.condition = condition
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    guard let owner = try path.target(row, evaluator) else { return .null }
    let stopsAt = quantifier == .any
    var result = !stopsAt
    try evaluator.forEachMember(of: owner, in: row, relationship) { (target) throws(StoreError) in
      guard try condition.test(target, evaluator) == stopsAt else { return true }
      result = stopsAt
      return false
    }
    return .bool(result)
  }
}
