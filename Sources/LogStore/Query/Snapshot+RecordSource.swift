extension Snapshot: RecordSource {
  package func forEachBatch(
    of entity: EntityID,
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let walk = records(of: entity)
    while try walk.advance() {
      guard try body(walk.rows) else { return }
    }
  }

  package func middle(of entity: EntityID) -> ObjectID? {
    // A thread takes about as long to begin and end as a thousand records to be tested.
    guard count(of: entity) >= 32_768, let first = state.extents[Int(entity.rawValue)].first?.key,
      let last = state.extents[Int(entity.rawValue)].last?.key
    else { return nil }
    return ObjectID(rawValue: first + (last - first) / 2)
  }

  package func forEachBatch(
    of entity: EntityID,
    from first: ObjectID,
    to end: ObjectID?,
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Void
  ) throws(StoreError) {
    let walk = RecordWalk(version, of: entity, from: first, to: end)
    while try walk.advance() { try body(walk.rows) }
  }

  package func forEachBatch(
    of ids: [ObjectID],
    _ body: (UnsafeBufferPointer<Row>) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let walk = records(of: ids)
    while try walk.advance() {
      guard try body(walk.rows) else { return }
    }
  }

  package var plans: CatalogPlans { state.plans }

  package func entries(ofIndex number: Int) -> LayeredMap<SecondaryKey, Void> { state.secondary[number] }

  package func denormalTexts(of property: PropertyID) -> [ObjectID] {
    var ids: [ObjectID] = []
    for (key, _) in state.denormalTexts.entries(from: .start(property), to: .end(property)) {
      ids.append(ObjectID(rawValue: key.object))
    }
    return ids
  }

  package var sealing: Sealing? { state.sealing }
  package var blobFiles: BlobFiles? { state.blobFiles }

  package var recordReader: any RecordReader { RecordScan(version) }
}
