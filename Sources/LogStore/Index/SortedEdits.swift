/// Changes of one index, sorted when they are applied.
struct SortedEdits<Key: FixedKey, Value: BitwiseCopyable> {
  private var new: [(key: Key, value: Value)] = []
  private var gone: [Key] = []

  /// Notes an entry. The value of one that goes is of no interest.
  @inline(__always)
  mutating func add(_ change: IndexChange, _ key: Key, _ value: Value) {
    switch change {
    case .insert: new.append((key, value))
    case .remove: gone.append(key)
    }
  }

  /// Removes what goes, then inserts what is new.
  func apply(to map: inout LayeredMap<Key, Value>) {
    // Objects come by rising id as a rule.
    map.remove(sorted: Self.isRising(gone) ? gone : gone.sorted())
    map.insert(sorted: Self.isRising(new.lazy.map(\.key)) ? new : new.sorted { $0.key < $1.key })
  }

  private static func isRising(_ keys: some Collection<Key>) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }
}
