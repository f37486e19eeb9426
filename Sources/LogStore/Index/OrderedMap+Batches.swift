/// Many changes at once.
extension OrderedMap {
  /// Up to so many entries, each is put in its place by itself.
  private static var fewEntries: Int { 4 }

  /// Gives keys, which rise, their values. A key that occurs twice gets its last value.
  ///
  /// Each node that gets entries is copied or parted once, however many they are: O(n) into an empty map.
  package mutating func insert(sorted entries: [Entry]) {
    guard entries.count > Self.fewEntries else {
      for entry in entries { updateValue(entry.value, forKey: entry.key) }
      return
    }
    entries.withUnsafeBufferPointer { entries in
      var top = root ?? Node(level: 0)
      root = nil
      var merge = OrderedMapMerge<Key, Value>()
      merge.put(entries, into: &top, isRightEdge: true)
      count += merge.added
      root = merge.gathered(top)
    }
  }

  /// Removes keys, which rise.
  package mutating func remove(sorted keys: [Key]) {
    for key in keys { removeValue(forKey: key) }
  }
}
