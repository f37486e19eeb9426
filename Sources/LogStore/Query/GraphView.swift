/// One state of the object graph: a snapshot with pending changes laid over it. Queries, graph rules and
/// contexts read through it, so that they all see the same objects.
///
/// A view belongs to one task at a time.
package final class GraphView {
  // Not generic, so that callers in other modules get the loops that are specialised for snapshots.
  private let reader: GraphReader<Snapshot>

  /// Lays changes over a snapshot.
  package init(snapshot: Snapshot, overlay: Overlay? = nil) {
    reader = GraphReader(source: snapshot, overlay: overlay)
  }

  /// The committed state.
  package var snapshot: Snapshot { reader.source }

  /// The pending changes; nil if there are none.
  package var overlay: Overlay? { reader.overlay }

  /// Entities, properties and layouts.
  package var catalog: Catalog { reader.catalog }

  /// The exact entity of an object; nil if there is no such object, or if it is deleted.
  package func entity(of id: ObjectID) -> EntityID? { reader.entity(of: id) }

  /// Lends the record of an object to a closure; nil if there is no such object. Pending records have the
  /// version 0.
  package func withRecord<R>(
    _ id: ObjectID,
    _ body: (RecordView, SequenceNumber) throws(StoreError) -> R
  ) throws(StoreError) -> R? {
    try reader.withRecord(id, body)
  }

  /// Lends the records of objects in the order given, and leaves out those that are not there. Several times as fast as
  /// one by one.
  package func forEachRecord(
    of ids: [ObjectID],
    _ body: (ObjectID, RecordView) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard reader.overlay != nil else { return try snapshot.forEachRecord(of: ids, body) }
    for id in ids {
      _ = try withRecord(id) { (view, _) throws(StoreError) in try body(id, view) }
    }
  }

  /// The targets of a to-many relationship, in order, without deleted ones.
  package func members(of owner: ObjectID, _ relationship: PropertyID) -> [ObjectID] {
    reader.members(of: owner, relationship)
  }

  /// Number of targets of a to-many relationship, without deleted ones.
  package func memberCount(of owner: ObjectID, _ relationship: PropertyID) -> Int {
    reader.memberCount(of: owner, relationship)
  }

  /// The ids of the objects that a query asks for, in its order.
  ///
  /// Complexity: linear in the candidates, which are the objects of the entities unless the condition names
  /// ids, a unique key or the target of a relationship.
  package func run(_ query: RecordQuery) throws(StoreError) -> [ObjectID] {
    try sound(try reader.run(query))
  }

  /// Number of objects that a query asks for; its limit and offset count.
  package func count(_ query: RecordQuery) throws(StoreError) -> Int { try sound(try reader.count(query)) }

  /// Whether a condition holds for an object; false if there is no such object.
  package func evaluate(_ filter: FilterExpression, on id: ObjectID) throws(StoreError) -> Bool {
    try sound(try reader.evaluate(filter, on: id))
  }

  /// How a query would be answered. Looks indexes up, but tests no candidate.
  package func explain(_ query: RecordQuery) -> QueryPlan { reader.explain(query) }

  /// Lets no answer out that damaged indexes may have made wrong.
  private func sound<Answer>(_ answer: Answer) throws(StoreError) -> Answer {
    try reader.source.refuseIfDamaged()
    return answer
  }
}
