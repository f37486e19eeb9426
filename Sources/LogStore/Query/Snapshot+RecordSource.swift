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
}
