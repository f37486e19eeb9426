extension ObjectID {
  /// The ids that stand in a word of the keys of a walk, from its place on.
  ///
  /// - Parameters:
  ///   - limit: Most of them that are wanted.
  ///   - mask: The bits of the word that are the id.
  static func array<Key: FixedKey, Value: BitwiseCopyable>(
    of cursor: inout LayeredMapCursor<Key, Value>,
    word: Int,
    limit: Int = .max,
    mask: UInt64 = .max
  ) -> [ObjectID] {
    var ids: [ObjectID] = []
    append(&ids, cursor: &cursor, word: word, limit: limit, mask: mask)
    return ids
  }

  /// Adds the ids that stand in a word of the keys of a walk.
  static func append<Key: FixedKey, Value: BitwiseCopyable>(
    _ ids: inout [ObjectID],
    cursor: inout LayeredMapCursor<Key, Value>,
    word: Int,
    limit: Int = .max,
    mask: UInt64 = .max
  ) {
    // No more than the stack may lend.
    let room = 128
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: room) { words in
      guard let base = words.baseAddress else { return }
      var left = limit
      while left > 0 {
        let taken = cursor.take(min(left, room), word: word, into: base)
        if taken == 0 { return }
        if ids.isEmpty { ids.reserveCapacity(taken) }
        for index in 0..<taken { ids.append(ObjectID(rawValue: base[index] & mask)) }
        left -= taken
      }
    }
  }
}
