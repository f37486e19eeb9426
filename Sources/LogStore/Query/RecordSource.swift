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

  /// Lends the records of exactly this entity by rising id, some at a time, until the closure answers false.
  func forEachBatch(
    of entity: EntityID,
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// An id that parts the objects of exactly this entity into two halves, each worth a thread of its own; nil if they
  /// are too few.
  func middle(of entity: EntityID) -> ObjectID?

  /// Lends the records of exactly this entity whose ids lie in a range, by rising id, some at a time.
  func forEachBatch(
    of entity: EntityID,
    from first: ObjectID,
    to end: ObjectID?,
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Void
  ) throws(StoreError)

  /// Lends the records of objects in the order given, some at a time, until the closure answers false. Objects that
  /// do not exist are left out.
  func forEachBatch(
    of ids: [ObjectID],
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Bool
  ) throws(StoreError)

  /// The ordered indexes of this state, and their numbers.
  var plans: CatalogPlans { get }

  /// The entries of an ordered index.
  func entries(ofIndex number: Int) -> LayeredMap<SecondaryKey, Void>

  /// The objects whose text of an indexed property is not in normal form, by rising id.
  func denormalTexts(of property: PropertyID) -> [ObjectID]

  /// What reads many records one after another.
  var recordReader: any RecordReader { get }

  /// Opens sealed values; nil if nothing can be opened.
  var sealing: Sealing? { get }

  /// Reads external blobs; nil if none can be read.
  var blobFiles: BlobFiles? { get }
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

  /// None: for sources without sealed values.
  package var sealing: Sealing? { nil }

  /// None: for sources without blobs.
  package var blobFiles: BlobFiles? { nil }

  /// None: one thread does it all.
  package func middle(of entity: EntityID) -> ObjectID? { nil }

  /// Looks at all; sources that can begin anywhere do better.
  package func forEachBatch(
    of entity: EntityID,
    from first: ObjectID,
    to end: ObjectID?,
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Void
  ) throws(StoreError) {
    try forEachBatch(of: entity) { (rows) throws(StoreError) in
      for index in rows.indices where rows[index].id >= first && end.map({ rows[index].id < $0 }) ?? true {
        try body(UnsafeBufferPointer(rebasing: rows[index...index]))
      }
      return true
    }
  }

  /// One record at a time; sources that can lend more of them do better.
  package func forEachBatch(
    of entity: EntityID,
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try forEachRecord(of: entity) { (id, view) throws(StoreError) in
      let row = Row(record: view, id: id)
      return try withUnsafePointer(to: row) { (row) throws(StoreError) in
        try body(UnsafeBufferPointer(start: row, count: 1))
      }
    }
  }

  /// One record at a time; sources that can lend more of them do better.
  package func forEachBatch(
    of ids: [ObjectID],
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Bool
  ) throws(StoreError) {
    for id in ids {
      let goes = try withRecord(id) { (view, _) throws(StoreError) in
        let row = Row(record: view, id: id)
        return try withUnsafePointer(to: row) { (row) throws(StoreError) in
          try body(UnsafeBufferPointer(start: row, count: 1))
        }
      }
      if goes == false { return }
    }
  }

  /// Looks every record up by its id; sources that know where the records lie do better.
  package var recordReader: any RecordReader { LookupReader(self) }
}
