/// Many changes at once.
extension LayeredMap {
  /// Gives keys, which rise, their values. A key that occurs twice gets its last value.
  package mutating func insert(sorted entries: [Entry]) {
    guard base == nil else {
      for entry in entries { updateValue(entry.value, forKey: entry.key) }
      return
    }
    changes.insert(sorted: entries.map { ($0.key, Change(value: $0.value, kind: .added)) })
    count = changes.count
  }

  /// Removes keys, which rise.
  package mutating func remove(sorted keys: [Key]) {
    for key in keys { removeValue(forKey: key) }
  }
}
