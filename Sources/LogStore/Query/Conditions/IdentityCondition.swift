/// Whether the object is one of a set, or none of it.
final class IdentityCondition: Condition {
  private let wanted: Set<ObjectID>
  private let isNegated: Bool

  init(_ wanted: Set<ObjectID>, negated: Bool) {
    self.wanted = wanted
    isNegated = negated
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    wanted.contains(row.id) != isNegated
  }
}
