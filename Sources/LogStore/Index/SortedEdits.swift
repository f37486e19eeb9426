/// Changes of one index, sorted when they are applied.
struct SortedEdits<Key: FixedKey, Value: BitwiseCopyable> {
  /// Entries whose keys were never there.
  private var fresh: [(key: Key, value: Value)] = []
  private var others: [(key: Key, value: Value)] = []
  private var gone: [Key] = []

  /// Notes an entry. The value of one that goes is of no interest.
  @inline(__always)
  mutating func add(_ change: IndexChange, _ key: Key, _ value: Value) {
    switch change {
    case .insertNew: fresh.append((key, value))
    case .insert: others.append((key, value))
    case .remove: gone.append(key)
    }
  }

  /// Removes what goes, then inserts what is new.
  mutating func apply(to map: inout LayeredMap<Key, Value>) {
    if !gone.isEmpty {
      gone.sortRising { $0 }
      map.remove(sorted: gone)
    }
    if !others.isEmpty {
      others.sortRising { $0.key }
      map.insert(sorted: others)
    }
    if !fresh.isEmpty {
      fresh.sortRising { $0.key }
      map.insert(sortedNew: fresh)
    }
  }
}
