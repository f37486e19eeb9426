/// Many changes at once.
extension OrderedMap {
  /// Gives keys, which rise, their values. A key that occurs twice gets its last value.
  ///
  /// Into an empty map this takes O(n); otherwise neighbours share the nodes that are copied and cached.
  package mutating func insert(sorted entries: [Entry]) {
    guard isEmpty else {
      for entry in entries { updateValue(entry.value, forKey: entry.key) }
      return
    }
    var builder = OrderedMapBuilder<Key, Value>()
    for (index, entry) in entries.enumerated() {
      if index + 1 < entries.count, !(entry.key < entries[index + 1].key) { continue }
      _ = builder.append(entry.key, entry.value)
    }
    self = builder.finish()
  }

  /// Removes keys, which rise.
  package mutating func remove(sorted keys: [Key]) {
    for key in keys { removeValue(forKey: key) }
  }
}
