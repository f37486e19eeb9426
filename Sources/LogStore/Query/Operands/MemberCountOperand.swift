/// Number of targets of a to-many relationship, of all or of those that fulfil a condition; null without an
/// owner.
final class MemberCountOperand: Operand {
  private let path: ObjectPath
  private let relationship: PropertyID
  private let condition: Condition?

  init(_ path: ObjectPath, _ relationship: PropertyID, _ condition: Condition?) {
    self.path = path
    self.relationship = relationship
    self.condition = condition
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    guard let owner = try path.target(row, evaluator) else { return .null }
    guard let condition else { return .int(Int64(evaluator.access.memberCount(of: owner, relationship))) }
    var count: Int64 = 0
    try evaluator.forEachMember(of: owner, in: row, relationship) { (target) throws(StoreError) in
      if try condition.test(target, evaluator) { count += 1 }
      return true
    }
    return .int(count)
  }
}
