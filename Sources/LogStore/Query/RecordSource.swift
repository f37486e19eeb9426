/// What queries need of a state of the store: a snapshot has it, and so has anything a test makes up.
package protocol RecordSource: Sendable {
  /// Entities, properties and layouts of this state.
  var catalog: Catalog { get }

  /// The exact entity of an object; nil if there is no such object.
  func entity(of id: ObjectID) -> EntityID?

  /// Lends the record of an object to a closure; nil if there is no such object.
  func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R?

  /// The targets of a to-many relationship, in order.
  func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID]

  /// Number of targets of a to-many relationship.
  func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int

  /// The owners whose relationship points at an object.
  func referrers(of target: ObjectID, _ relationship: PropertyID) -> [ObjectID]

  /// Number of objects of exactly this entity.
  func count(of entity: EntityID) -> Int

  /// Visits the objects of exactly this entity by rising id until the closure answers false.
  func forEachObject(
    of entity: EntityID,
    after: ObjectID,
    _ body: (ObjectID) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// Visits the records of exactly this entity by rising id until the closure answers false.
  func forEachRecord(
    of entity: EntityID,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// The objects of an entity and those below it whose properties equal the values; may contain more.
  ///
  /// The properties are the whole key of a unique constraint or an index. Nil if no index serves.
  func indexLookup(entity: EntityID, properties: [PropertyID], values: [StoredValue]) -> [ObjectID]?
}

extension RecordSource {
  /// Looks every record up by its id; sources that know where the records lie do better.
  package func forEachRecord(
    of entity: EntityID,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try forEachObject(of: entity, after: .none) { (id) throws(StoreError) in
      try withRecord(id) { (view, _) throws(StoreError) in try body(id, view) } ?? true
    }
  }
}
