/// Many changes at once: what is in the base already is looked up key by key, and the changes are made together.
extension LayeredMap {
  /// Gives keys, which rise, their values. A key that occurs twice gets its last value.
  package mutating func insert(sorted entries: [Entry]) {
    var edits: [(key: Key, value: Change)] = []
    edits.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      if index + 1 < entries.count, !(entry.key < entries[index + 1].key) { continue }
      var kind = Change.Kind.added
      if let base {
        let known = changes[entry.key]
        let isInBase = known.map { $0.kind != .added } ?? (base.value(entry.key) != nil)
        if isInBase { kind = .replaced }
        if known.map({ $0.kind == .removed }) ?? !isInBase { count += 1 }
      }
      edits.append((entry.key, Change(value: entry.value, kind: kind)))
    }
    changes.insert(sorted: edits)
    if base == nil { count = changes.count }
  }

  /// Adds keys, which rise and were never there, not even in the base: nothing has to be looked up.
  package mutating func insert(sortedNew entries: [Entry]) {
    let before = changes.count
    changes.insert(sorted: entries.map { ($0.key, Change(value: $0.value, kind: .added)) })
    count += changes.count - before
  }

  /// Removes keys, which rise.
  package mutating func remove(sorted keys: [Key]) {
    guard let base else {
      for key in keys { removeValue(forKey: key) }
      return
    }
    var edits: [(key: Key, value: Change)] = []
    for key in keys {
      if changes[key] != nil {
        removeValue(forKey: key)
      } else if edits.last?.key != key, let old = base.value(key) {
        edits.append((key, Change(value: old, kind: .removed)))
      }
    }
    changes.insert(sorted: edits)
    count -= edits.count
  }
}
