extension Snapshot: RecordSource {
  package func forEachRecord(
    of entity: EntityID,
    _ body: (ObjectID, RecordView) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let index = Int(entity.rawValue)
    guard index < state.extents.count else { return }
    let scan = RecordScan(state)
    var cursor = state.extents[index].cursor(from: 0)
    while let (id, _) = cursor.next() {
      guard try scan.visit(id, body) else { return }
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

  package var recordReader: any RecordReader { RecordScan(state) }
}
