/// Whether the object at a path is of an entity or one below it.
final class KindCondition: Condition {
  private let path: ObjectPath
  private let entity: EntityID

  init(_ path: ObjectPath, _ entity: EntityID) {
    self.path = path
    self.entity = entity
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    guard !path.hops.isEmpty else {
      return evaluator.access.catalog.isKind(path.start(row, evaluator).entity, of: entity)
    }
    guard let target = try path.target(row, evaluator), let found = evaluator.access.entity(of: target) else {
      return false
    }
    return evaluator.access.catalog.isKind(found, of: entity)
  }
}
