/// Whether a captured collection contains a value of any origin.
final class MembershipCondition: Condition {
  private let operand: Operand
  private let hashed: Set<StoredValue>
  private let others: [StoredValue]

  init(_ operand: Operand, _ values: [StoredValue]) {
    self.operand = operand
    // Values whose equality is not that of their bytes are compared one by one.
    var hashed: Set<StoredValue> = []
    var others: [StoredValue] = []
    for value in values {
      switch value {
      case .decimal, .float, .double, .uint, .int: others.append(value)
      default: hashed.insert(value)
      }
    }
    self.hashed = hashed
    self.others = others
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let value = try operand.value(row, evaluator)
    return hashed.contains(value) || others.contains { value.isEqual(to: $0) }
  }
}
