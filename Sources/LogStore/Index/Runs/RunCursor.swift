/// A place between two entries of an `IndexRun`, with a walk in both directions inside a range of keys.
struct RunCursor<Key: FixedKey, Value: BitwiseCopyable>: Sendable {
  private let run: IndexRun<Key, Value>
  private let lower: Key?
  private let upper: Key?
  private var leaf: RunPage?
  /// Entries before the leaf.
  private var before = 0
  private var position = 0
  /// The leaf's entries inside the range; `high` may be below `low`.
  private var low = 0
  private var high = 0

  init(_ run: IndexRun<Key, Value>, from lower: Key?, to upper: Key?, atEnd: Bool) {
    self.run = run
    self.lower = lower
    self.upper = upper
    if atEnd {
      let place = upper.map { run.seek($0) } ?? run.seek(rank: run.count - 1)
      enter(place, high: upper == nil ? nil : place?.index)
      position = high
    } else {
      let place = lower.map { run.seek($0) } ?? run.seek(rank: 0)
      enter(place, low: lower == nil ? nil : place?.index)
      position = low
    }
  }

  /// Number of entries behind the place, if none of them is in another leaf.
  var countInLeaf: Int? {
    guard let leaf, high < leaf.count || before &+ leaf.count >= run.count else { return nil }
    return Swift.max(0, high &- position)
  }

  /// - Parameters:
  ///   - low: The first entry of the leaf that is not below the lower bound, if it is known.
  ///   - high: The same of the upper bound.
  private mutating func enter(
    _ place: IndexRun<Key, Value>.Place?,
    low knownLow: Int? = nil,
    high knownHigh: Int? = nil
  ) {
    guard let place else {
      leaf = nil
      (position, low, high) = (0, 0, 0)
      return
    }
    leaf = place.leaf
    before = place.before
    low = knownLow ?? lower.map { place.leaf.lowerBound($0) } ?? 0
    high = knownHigh ?? upper.map { place.leaf.lowerBound($0) } ?? place.leaf.count
  }

  /// The key of the entry behind the place; nil at the end of the range.
  @inline(__always)
  mutating func nextKey() -> Key? {
    if position >= high && !enterNextLeaf() { return nil }
    return leaf?.key(position, as: Key.self)
  }

  /// The key of the entry before the place; nil at the start of the range.
  @inline(__always)
  mutating func previousKey() -> Key? {
    if position <= low && !enterPreviousLeaf() { return nil }
    return leaf?.key(position &- 1, as: Key.self)
  }

  /// Steps over the entry behind the place, which `nextKey` has found, and returns its value.
  @inline(__always)
  mutating func stepForward() -> Value? {
    defer { position &+= 1 }
    return leaf?.value(position, keyWords: Key.wordCount, as: Value.self)
  }

  /// Steps back over the entry before the place, which `previousKey` has found, and returns its value.
  @inline(__always)
  mutating func stepBack() -> Value? {
    position &-= 1
    return leaf?.value(position, keyWords: Key.wordCount, as: Value.self)
  }

  /// Steps over entries of one leaf and copies a word of their keys.
  ///
  /// - Returns: How many, at most `limit`; 0 at the end of the range.
  mutating func take(_ limit: Int, word: Int, into buffer: UnsafeMutablePointer<UInt64>) -> Int {
    if position >= high && !enterNextLeaf() { return 0 }
    guard let leaf else { return 0 }
    let taken = Swift.min(limit, high &- position)
    leaf.column(word).forEach(position, taken) { buffer[$0] = $1 }
    position &+= taken
    return taken
  }

  private mutating func enterNextLeaf() -> Bool {
    guard let leaf, high == leaf.count, before &+ leaf.count < run.count else { return false }
    enter(run.seek(rank: before &+ leaf.count))
    position = low
    return position < high
  }

  private mutating func enterPreviousLeaf() -> Bool {
    guard leaf != nil, low == 0, before > 0 else { return false }
    enter(run.seek(rank: before - 1))
    position = high
    return position > low
  }
}
