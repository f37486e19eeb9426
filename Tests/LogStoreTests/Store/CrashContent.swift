import LogStore

/// All that a version of a store says, comparable: the bytes of every record, every list in order.
struct CrashContent: Equatable {
  var records: [UInt64: [UInt8]] = [:]
  var kinds: [UInt64: UInt16] = [:]
  var lists: [[UInt64]] = []

  /// Reads everything through the indexes.
  init(_ snapshot: Snapshot) throws {
    for entity in snapshot.catalog.entities {
      try snapshot.forEachObject(of: entity.id) { id throws(StoreError) in
        records[id.rawValue] = try snapshot.withRecord(id) { view, _ in Array(view.payload) }
        kinds[id.rawValue] = entity.id.rawValue
        return true
      }
    }
    for (key, _) in snapshot.state.members.entries() {
      lists.append([key.owner, key.relationship, key.target])
    }
    for (key, _) in snapshot.state.referrers.entries() {
      lists.append([key.target, key.relationship, key.owner, 0])
    }
    for (number, keys) in snapshot.state.secondary.enumerated() {
      for (key, _) in keys.entries() { lists.append([UInt64(number), key.id]) }
    }
  }
}
