/// One committed version of a store. Taking, copying and dropping one is O(1); readers never wait for the
/// writer. While it lives, segments that it can see keep their bytes on disk.
public struct Snapshot: Sendable {
  /// What it holds.
  let version: IndexVersion

  /// The indexes of that version. Reading one through this costs nothing; keeping a copy costs some twenty
  /// reference counts, so hot loops hold the snapshot and not the state.
  package var state: IndexState { _read { yield version.state } }

  package init(version: IndexVersion) { self.version = version }

  /// Number of the newest commit in it.
  public var sequence: SequenceNumber { state.sequence }

  /// The catalog of that version.
  public var catalog: Catalog { state.catalog }

  /// The entity of an object; nil if there is none with that id. O(1), reads no record.
  public func entity(of id: ObjectID) -> EntityID? { state.entity(of: id) }

  /// Lends an object's record and the number of the commit that wrote it; nil if there is no such object. The
  /// checksum was verified before the body sees a byte.
  @inlinable
  package func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    guard let lent = try record(id) else { return nil }
    defer {
      withExtendedLifetime(lent) {}
      withExtendedLifetime(self) {}
    }
    return try body(lent.view, lent.version)
  }

  /// Lends an object's record with its sealed values in clear; nil if there is no such object.
  ///
  /// - Throws: `recordCorrupt`; `sealCorrupt`, `keyMissing`, `wrongKey`, `keysCorrupt` where something is sealed.
  package func withClearRecord<R>(
    _ id: ObjectID,
    _ body: (ClearRecord) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    try version.state.withClearRecord(id, body)
  }

  /// Throws if reads may have answered "nothing" for want of a sound index.
  func refuseIfDamaged() throws(StoreError) { try version.refuseIfDamaged() }

  /// An object's record, verified; nil if there is no such object. It is good as long as this snapshot is.
  @usableFromInline
  package func record(_ id: ObjectID) throws(StoreError) -> LentRecord? { try state.record(id) }

  /// Lends the records of objects in the order given, and leaves out those that are not there.
  /// Several times as fast as one by one: the waits for memory overlap.
  @inlinable
  package func forEachRecord(
    of ids: [ObjectID],
    _ body: (ObjectID, RecordView) throws(StoreError) -> Void
  ) throws(StoreError) {
    let walk = records(of: ids)
    defer { withExtendedLifetime(walk) {} }
    while try walk.advance() {
      for row in walk.rows { try body(row.id, row.record) }
    }
  }

  /// Visits the records of exactly this entity by rising id until the body answers false.
  @inlinable
  package func forEachRecord(
    of entity: EntityID,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let walk = records(of: entity)
    defer { withExtendedLifetime(walk) {} }
    while try walk.advance() {
      for row in walk.rows {
        guard try body(row.id, row.record) else { return }
      }
    }
  }

  /// A walk of the records of exactly an entity, by rising id.
  @usableFromInline
  package func records(of entity: EntityID) -> RecordWalk { RecordWalk(version, of: entity) }

  /// A walk of the records of objects in the order given.
  @usableFromInline
  package func records(of ids: [ObjectID]) -> RecordWalk { RecordWalk(version, of: ids) }

  /// Targets of a to-many relationship of any storage, in order. O(log n + targets).
  package func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    state.members(of: owner, relationship)
  }

  /// Number of targets of a to-many relationship. O(log n + targets), reads no record.
  package func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int {
    state.members.count(from: .start(owner, relationship), to: .end(owner, relationship))
  }

  /// Owners whose one-way relationship points at an object.
  package func referrers(of target: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    state.referrers(of: target, relationship)
  }

  /// Number of objects of exactly this entity. O(1).
  public func count(of entity: EntityID) -> Int {
    let index = Int(entity.rawValue)
    return index < state.extents.count ? state.extents[index].count : 0
  }

  /// Visits the objects of exactly this entity by rising id, until the body says false.
  package func forEachObject(
    of entity: EntityID,
    after: ObjectID = .none,
    _ body: (ObjectID) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let index = Int(entity.rawValue)
    guard index < state.extents.count, after.rawValue < .max else { return }
    var cursor = state.extents[index].cursor(from: after.rawValue + 1)
    while let (id, _) = cursor.next() {
      guard try body(ObjectID(rawValue: id)) else { return }
    }
    try refuseIfDamaged()
  }
}
