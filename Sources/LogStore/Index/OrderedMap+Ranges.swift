extension OrderedMap {
  /// A walk of the entries whose keys are not below `lower` and below `upper`; nil means no bound.
  ///
  /// The place is before the first of them. O(log n), no allocation per step.
  package func cursor(from lower: Key? = nil, to upper: Key? = nil) -> OrderedMapCursor<Key, Value> {
    OrderedMapCursor(self, from: lower, to: upper, atEnd: false)
  }

  /// The same walk with its place behind the last of them.
  package func cursorAtEnd(from lower: Key? = nil, to upper: Key? = nil) -> OrderedMapCursor<Key, Value> {
    OrderedMapCursor(self, from: lower, to: upper, atEnd: true)
  }

  /// The entries of a range in rising order, for `for … in`.
  package func entries(from lower: Key? = nil, to upper: Key? = nil) -> OrderedMapCursor<Key, Value> {
    cursor(from: lower, to: upper)
  }

  /// The entries of a range in falling order, for `for … in`.
  package func reversedEntries(
    from lower: Key? = nil,
    to upper: Key? = nil
  ) -> OrderedMapReversedEntries<Key, Value> {
    OrderedMapReversedEntries(cursorAtEnd(from: lower, to: upper))
  }

  /// Number of entries of a range. O(log n + leaves in the range), about 1 ns an entry at worst.
  package func count(from lower: Key? = nil, to upper: Key? = nil) -> Int {
    if lower == nil && upper == nil { return count }
    var cursor = cursor(from: lower, to: upper)
    return cursor.countRemaining()
  }
}
