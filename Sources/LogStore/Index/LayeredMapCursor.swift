/// A place between two entries of a `LayeredMap`, with a walk in both directions inside a range of keys. It
/// keeps the map as it was when the cursor was made, and allocates nothing.
package struct LayeredMapCursor<Key: FixedKey, Value: BitwiseCopyable>: Sequence, IteratorProtocol {
  private var base: RunCursor<Key, Value>?
  private var changes: OrderedMapCursor<Key, LayeredChange<Value>>
  /// Whether no change lies in the range, so that the base alone answers.
  private let isUnchanged: Bool

  init(_ map: LayeredMap<Key, Value>, from lower: Key?, to upper: Key?, atEnd: Bool) {
    base = map.base.map { RunCursor($0, from: lower, to: upper, atEnd: atEnd) }
    changes = OrderedMapCursor(map.changes, from: lower, to: upper, atEnd: atEnd)
    isUnchanged = (atEnd ? changes.peekPrevious() : changes.peekNext()) == nil
  }

  /// Steps over the entry behind the place and returns it; nil at the end of the range.
  @inline(__always)
  package mutating func next() -> (key: Key, value: Value)? {
    if isUnchanged {
      guard let key = base?.nextKey(), let value = base?.stepForward() else { return nil }
      return (key, value)
    }
    return nextOfBoth()
  }

  /// Steps back over the entry before the place and returns it; nil at the start of the range.
  @inline(__always)
  package mutating func previous() -> (key: Key, value: Value)? {
    if isUnchanged {
      guard let key = base?.previousKey(), let value = base?.stepBack() else { return nil }
      return (key, value)
    }
    return previousOfBoth()
  }

  /// Number of entries behind the place, if it can be told without a search.
  var knownCount: Int? { isUnchanged ? base.map { $0.countInLeaf } ?? 0 : nil }

  /// Steps over entries and copies a word of their keys: much faster than one by one.
  ///
  /// - Parameter word: Place of the word in the key, 0 the most significant.
  /// - Returns: How many, at most `limit`; 0 at the end of the range.
  package mutating func take(_ limit: Int, word: Int, into buffer: UnsafeMutablePointer<UInt64>) -> Int {
    if isUnchanged { return base?.take(limit, word: word, into: buffer) ?? 0 }
    var taken = 0
    while taken < limit, let (key, _) = nextOfBoth() {
      buffer[taken] = key.word(word)
      taken &+= 1
    }
    return taken
  }

  private mutating func nextOfBoth() -> (key: Key, value: Value)? {
    while true {
      let key = base?.nextKey()
      guard let change = changes.peekNext() else {
        guard let key, let value = base?.stepForward() else { return nil }
        return (key, value)
      }
      if let key, key < change.key {
        return base?.stepForward().map { (key, $0) }
      }
      _ = changes.next()
      if key == change.key { _ = base?.stepForward() }
      if change.value.kind != .removed { return (change.key, change.value.value) }
    }
  }

  private mutating func previousOfBoth() -> (key: Key, value: Value)? {
    while true {
      let key = base?.previousKey()
      guard let change = changes.peekPrevious() else {
        guard let key, let value = base?.stepBack() else { return nil }
        return (key, value)
      }
      if let key, change.key < key {
        return base?.stepBack().map { (key, $0) }
      }
      _ = changes.previous()
      if key == change.key { _ = base?.stepBack() }
      if change.value.kind != .removed { return (change.key, change.value.value) }
    }
  }
}

extension LayeredMapCursor: Sendable where Value: Sendable {}
