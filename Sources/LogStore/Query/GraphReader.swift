/// One state of the object graph for queries: pending changes laid over a source.
///
/// Generic so that the loops over a source are specialised for it; the rest of the package uses `GraphView`.
/// A reader belongs to one task at a time.
package final class GraphReader<Source: RecordSource>: RecordAccess {
  /// The committed state.
  package let source: Source
  /// What is laid over it; nil if nothing is pending.
  package let overlay: Overlay?
  private let hidesMembers: Bool

  /// Lays changes over a state.
  package init(source: Source, overlay: Overlay? = nil) {
    self.source = source
    self.overlay = overlay.flatMap { $0.isEmpty ? nil : $0 }
    hidesMembers = overlay.map { !$0.deleted.isEmpty } ?? false
    super.init(catalog: source.catalog)
  }

  package override var sealing: Sealing? { source.sealing }
  package override var blobFiles: BlobFiles? { source.blobFiles }

  package override func entity(of id: ObjectID) -> EntityID? {
    if let overlay {
      if overlay.deleted.contains(id) { return nil }
      if let record = overlay.records[id] { return record.layout.entity }
    }
    return source.entity(of: id)
  }

  /// Lends the record of an object to a closure; nil if there is no such object. Pending records have the
  /// version 0.
  package func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    if let overlay {
      if overlay.deleted.contains(id) { return nil }
      if let record = overlay.records[id] {
        return try record.lend { (view) throws(StoreError) in try body(view, 0) }
      }
    }
    return try source.withRecord(id, body)
  }

  package override func visit(
    _ id: ObjectID,
    _ body: (RecordView) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    try withRecord(id) { (view, _) throws(StoreError) in try body(view) } != nil
  }

  package override func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    guard let overlay else { return source.members(of: owner, relationship) }
    if overlay.deleted.contains(owner) { return [] }
    let key = Overlay.MemberKey(owner: owner, relationship: relationship)
    let targets = overlay.members[key] ?? source.members(of: owner, relationship)
    return hidesMembers ? targets.filter { !overlay.deleted.contains($0) } : targets
  }

  package override func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int {
    guard let overlay else { return source.memberCount(of: owner, relationship) }
    if hidesMembers { return members(of: owner, relationship).count }
    let key = Overlay.MemberKey(owner: owner, relationship: relationship)
    return overlay.members[key]?.count ?? source.memberCount(of: owner, relationship)
  }
}
