extension LayeredMap {
  /// A walk of the entries whose keys are not below `lower` and below `upper`; nil means no bound.
  ///
  /// The place is before the first of them. O(log n), no allocation per step.
  package func cursor(from lower: Key? = nil, to upper: Key? = nil) -> LayeredMapCursor<Key, Value> {
    LayeredMapCursor(self, from: lower, to: upper, atEnd: false)
  }

  /// The same walk with its place behind the last of them.
  package func cursorAtEnd(from lower: Key? = nil, to upper: Key? = nil) -> LayeredMapCursor<Key, Value> {
    LayeredMapCursor(self, from: lower, to: upper, atEnd: true)
  }

  /// The entries of a range in rising order, for `for … in`.
  package func entries(from lower: Key? = nil, to upper: Key? = nil) -> LayeredMapCursor<Key, Value> {
    cursor(from: lower, to: upper)
  }

  /// The entries of a range in falling order, for `for … in`.
  package func reversedEntries(
    from lower: Key? = nil,
    to upper: Key? = nil
  ) -> LayeredMapReversedEntries<Key, Value> {
    LayeredMapReversedEntries(cursorAtEnd(from: lower, to: upper))
  }

  /// Number of entries of a range. O(log n + changes in the range).
  package func count(from lower: Key? = nil, to upper: Key? = nil) -> Int {
    if lower == nil && upper == nil { return count }
    if let lower, let upper, !(lower < upper) { return 0 }
    guard let base else { return changes.count(from: lower, to: upper) }
    var total = (upper.map { base.rank($0) } ?? base.count) - (lower.map { base.rank($0) } ?? 0)
    var cursor = changes.cursor(from: lower, to: upper)
    while let (_, change) = cursor.next() {
      switch change.kind {
      case .added: total += 1
      case .replaced: break
      case .removed: total -= 1
      }
    }
    return total
  }
}

/// The entries of a range of a `LayeredMap` from the last to the first.
package struct LayeredMapReversedEntries<Key: FixedKey, Value: BitwiseCopyable>: Sequence, IteratorProtocol {
  private var cursor: LayeredMapCursor<Key, Value>

  init(_ cursor: LayeredMapCursor<Key, Value>) { self.cursor = cursor }

  /// The next entry on the way down.
  @inline(__always)
  package mutating func next() -> (key: Key, value: Value)? { cursor.previous() }
}
