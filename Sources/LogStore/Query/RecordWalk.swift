/// A walk of many records of one version of the store that lends some of them at a time.
///
/// The rows are good until the walk goes on, and as long as it is held. It belongs to one task at a time.
@usableFromInline
package final class RecordWalk {
  private let scan: RecordScan
  private let version: IndexVersion
  /// Where the ids come from: the objects of an entity, or a list.
  @exclusivity(unchecked) private var extent: LayeredMapCursor<UInt64, Void>?
  private let list: [ObjectID]
  @exclusivity(unchecked) private var listed = 0
  /// The ids that were taken from there and are not dealt with.
  private let ids: UnsafeMutablePointer<ObjectID>
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var end = 0
  /// Holds a record that is too large to be lent with others.
  @exclusivity(unchecked) private var large: LentRecord?
  @exclusivity(unchecked) private var count = 0

  private static var idLimit: Int { RunPage.chunkSize }

  /// - Parameters:
  ///   - first: The lowest id that is wanted.
  ///   - end: The first id behind those that are wanted; nil for no bound.
  init(
    _ version: IndexVersion,
    of entity: EntityID,
    from first: ObjectID = .none,
    to end: ObjectID? = nil
  ) {
    self.version = version
    scan = RecordScan(version)
    let index = Int(entity.rawValue)
    if index < version.state.extents.count {
      extent = version.state.extents[index].cursor(from: first.rawValue, to: end?.rawValue)
    }
    list = []
    ids = .allocate(capacity: Self.idLimit)
  }

  init(_ version: IndexVersion, of ids: [ObjectID]) {
    self.version = version
    scan = RecordScan(version)
    list = ids
    self.ids = .allocate(capacity: min(ids.count, RecordScan.batchSize))
  }

  deinit { ids.deallocate() }

  /// The records that are lent now, in the order of the walk.
  @usableFromInline
  package var rows: UnsafeBufferPointer<Row> { UnsafeBufferPointer(start: scan.rows, count: count) }

  /// Goes on to the next records.
  ///
  /// - Returns: false at the end.
  @usableFromInline
  package func advance() throws(StoreError) -> Bool {
    count = 0
    while next < end || fetchIDs() {
      let (taken, rows) = try scan.lend(UnsafeBufferPointer(start: ids + next, count: end - next))
      let id = ids[next]
      next += taken
      count = rows
      if taken == 1, rows == 0, let lent = try version.state.record(id) {
        scan.rows.initialize(to: Row(record: lent.view, id: id))
        count = 1
        large = lent
      }
      if count > 0 { return true }
    }
    try version.refuseIfDamaged()
    return false
  }

  private func fetchIDs() -> Bool {
    next = 0
    if extent != nil {
      end = ids.withMemoryRebound(to: UInt64.self, capacity: Self.idLimit) { words in
        extent?.take(Self.idLimit, word: 0, into: words) ?? 0
      }
    } else {
      end = min(RecordScan.batchSize, list.count - listed)
      for index in 0..<end { (ids + index).initialize(to: list[listed + index]) }
      listed += end
    }
    return end > 0
  }
}
