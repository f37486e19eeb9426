extension IndexState {
  /// Fills new indexes from the records of the objects that are there. O(objects of their entities · log n).
  package mutating func fill(_ numbers: Set<Int>) throws(StoreError) {
    guard !numbers.isEmpty else { return }
    var edits = IndexEdits(self)
    for entity in catalog.entities
    where numbers.contains(where: { catalog.isKind(entity.id, of: plans.indexes[$0].entity) }) {
      let scan = RecordScan(IndexVersion(self))
      var cursor = extents[Int(entity.id.rawValue)].cursor()
      while let (id, _) = cursor.next() {
        _ = try scan.visit(id) { id, record throws(StoreError) in
          edits.insert(id, record, intoIndexes: numbers)
          return true
        }
      }
    }
    edits.apply(to: &self)
  }
}
