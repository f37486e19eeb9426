/// A place between two entries of an `OrderedMap`, with a walk in both directions inside a range of keys.
///
/// It keeps the map as it was when the cursor was made. A step within a leaf costs a comparison of two
/// integers, the step to another leaf a descent from the root; neither allocates.
package struct OrderedMapCursor<Key: Comparable, Value>: Sequence, IteratorProtocol {
  typealias Block = OrderedMapBlock<Key, Value>

  /// Keeps alive all that the addresses below lead to.
  private let root: OrderedMapNode<Key, Value>?
  private let lower: Key?
  private let upper: Key?

  /// The leaf's block; 0 for an empty map.
  private var leaf: UInt = 0
  /// The entry that `next` returns.
  private var position = 0
  /// The leaf's entries inside the range; `high` may be below `low`.
  private var low = 0
  private var high = 0

  init(_ map: OrderedMap<Key, Value>, from lower: Key?, to upper: Key?, atEnd: Bool) {
    root = map.root
    self.lower = lower
    self.upper = upper
    guard let root else { return }
    let top = Block(root.address)
    if atEnd {
      enter(upper.map { top.leaf(for: $0) } ?? top.lastLeaf)
      position = high
    } else {
      enter(lower.map { top.leaf(for: $0) } ?? top.firstLeaf)
      position = low
    }
  }

  private mutating func enter(_ block: Block) {
    leaf = block.address
    low = lower.map { block.lowerBound($0) } ?? 0
    high = upper.map { block.lowerBound($0) } ?? block.count
  }

  /// Steps over the entry behind the place and returns it; nil at the end of the range.
  @inline(__always)
  package mutating func next() -> (key: Key, value: Value)? {
    if position >= high && !enterNextLeaf() { return nil }
    defer { withExtendedLifetime(root) {} }
    let entry = Block(leaf).entry(position)
    position &+= 1
    return entry
  }

  /// Steps back over the entry before the place and returns it; nil at the start of the range.
  @inline(__always)
  package mutating func previous() -> (key: Key, value: Value)? {
    if position <= low && !enterPreviousLeaf() { return nil }
    defer { withExtendedLifetime(root) {} }
    position &-= 1
    return Block(leaf).entry(position)
  }

  /// The entry behind the place; nil at the end of the range.
  @inline(__always)
  mutating func peekNext() -> (key: Key, value: Value)? {
    if position >= high && !enterNextLeaf() { return nil }
    defer { withExtendedLifetime(root) {} }
    return Block(leaf).entry(position)
  }

  /// The entry before the place; nil at the start of the range.
  @inline(__always)
  mutating func peekPrevious() -> (key: Key, value: Value)? {
    if position <= low && !enterPreviousLeaf() { return nil }
    defer { withExtendedLifetime(root) {} }
    return Block(leaf).entry(position &- 1)
  }

  /// Moves to the start of the next leaf.
  ///
  /// - Returns: false if the range ends before any entry of it.
  private mutating func enterNextLeaf() -> Bool {
    guard let root, high == Block(leaf).count else { return false }
    defer { withExtendedLifetime(root) {} }
    guard let next = Block(root.address).leaf(after: Block(leaf).keys[high - 1]) else { return false }
    enter(next)
    position = low
    return position < high
  }

  /// Moves to the end of the previous leaf.
  ///
  /// - Returns: false if the range starts behind all entries of it.
  private mutating func enterPreviousLeaf() -> Bool {
    guard let root, low == 0 else { return false }
    defer { withExtendedLifetime(root) {} }
    guard let previous = Block(root.address).leaf(before: Block(leaf).keys[0]) else { return false }
    enter(previous)
    position = high
    return position > low
  }

  /// Counts the entries behind the place and goes to the end of the range. O(leaves).
  mutating func countRemaining() -> Int {
    guard root != nil else { return 0 }
    var total = 0
    repeat {
      total += Swift.max(0, high - position)
      position = Swift.max(position, high)
    } while enterNextLeaf()
    return total
  }
}

extension OrderedMapCursor: Sendable where Key: Sendable, Value: Sendable {}

/// The entries of a range of an `OrderedMap` from the last to the first.
package struct OrderedMapReversedEntries<Key: Comparable, Value>: Sequence, IteratorProtocol {
  private var cursor: OrderedMapCursor<Key, Value>

  init(_ cursor: OrderedMapCursor<Key, Value>) { self.cursor = cursor }

  /// The next entry on the way down.
  @inline(__always)
  package mutating func next() -> (key: Key, value: Value)? { cursor.previous() }
}
