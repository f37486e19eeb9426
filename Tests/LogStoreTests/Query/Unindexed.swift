@testable import LogStore

/// The same state without its ordered indexes.
struct Unindexed: RecordSource {
  let base: Snapshot
  let plans: CatalogPlans

  init(_ base: Snapshot) {
    self.base = base
    let entities = base.catalog.entities.map { entity in
      var entity = entity
      entity.indexes = []
      entity.uniqueness = []
      return entity
    }
    plans = CatalogPlans(
      Catalog(
        entities: entities,
        layouts: base.catalog.layouts,
        nextProperty: base.catalog.nextProperty
      )
    )
  }

  var catalog: Catalog { base.catalog }
  func entity(of id: ObjectID) -> EntityID? { base.entity(of: id) }
  func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? { try base.withRecord(id, body) }
  func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    base.members(of: owner, relationship)
  }
  func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int {
    base.memberCount(of: owner, relationship)
  }
  func referrers(of target: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    base.referrers(of: target, relationship)
  }
  func count(of entity: EntityID) -> Int { base.count(of: entity) }
  func forEachObject(
    of entity: EntityID,
    after: ObjectID,
    _ body: (ObjectID) throws(StoreError) -> Bool
  ) throws(StoreError) { try base.forEachObject(of: entity, after: after, body) }
  func entries(ofIndex number: Int) -> LayeredMap<SecondaryKey, Void> { LayeredMap() }
  func denormalTexts(of property: PropertyID) -> [ObjectID] { [] }
}
