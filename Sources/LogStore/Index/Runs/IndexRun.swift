/// An ordered index in a checkpoint: entries that never change, found by key or by number.
struct IndexRun<Key: FixedKey, Value: BitwiseCopyable>: Sendable {
  /// A leaf, an entry of it, and how many entries of the run stand before the leaf.
  struct Place {
    var leaf: RunPage
    var index: Int
    var before: Int
  }

  let pages: RunPages

  init(_ pages: RunPages) { self.pages = pages }

  var count: Int { pages.count }

  /// The leaf that would hold a key.
  @inline(__always)
  private static func leaf(_ key: Key, _ pages: RunPages) throws(PageDamage) -> Place {
    var (page, level) = try pages.root()
    var before = 0
    while level > 0 {
      let slot = page.child(key)
      before = pages.before(slot, of: page)
      page = try pages.child(slot, of: page, level: level)
      level &-= 1
    }
    return Place(leaf: page, index: page.lowerBound(key), before: before)
  }

  /// The leaf with an entry of a number.
  private static func leaf(rank: Int, _ pages: RunPages) throws(PageDamage) -> Place {
    var (page, level) = try pages.root()
    var before = 0
    while level > 0 {
      let column = page.column(Key.wordCount + 2)
      let slot = max(0, column.upperBound(UInt64(truncatingIfNeeded: max(0, rank)), 0, page.count) - 1)
      before = pages.before(slot, of: page)
      page = try pages.child(slot, of: page, level: level)
      level -= 1
    }
    return Place(leaf: page, index: max(0, min(rank &- before, page.count)), before: before)
  }

  /// The value of a key.
  @inline(__always)
  func value(_ key: Key) -> Value? {
    pages.search { pages throws(PageDamage) in
      let place = try Self.leaf(key, pages)
      guard place.index < place.leaf.count, place.leaf.key(place.index, as: Key.self) == key else {
        return nil
      }
      return place.leaf.value(place.index, keyWords: Key.wordCount, as: Value.self)
    }
  }

  /// Number of keys below a key.
  func rank(_ key: Key) -> Int {
    pages.search { pages throws(PageDamage) in
      let place = try Self.leaf(key, pages)
      return place.before &+ place.index
    } ?? 0
  }

  /// The place of the first entry that is not below a key, maybe behind the last entry of a leaf.
  @inline(__always)
  func seek(_ key: Key) -> Place? {
    pages.search { pages throws(PageDamage) in try Self.leaf(key, pages) }
  }

  /// The place of an entry by its number; nil if there are not so many.
  ///
  /// A leaf that does not hold that entry, though the pages above say so, is damage: a walk from leaf to leaf would
  /// not come to an end.
  func seek(rank: Int) -> Place? {
    pages.search { pages throws(PageDamage) in
      guard rank >= 0, rank < pages.count else { return nil }
      let place = try Self.leaf(rank: rank, pages)
      guard place.before <= rank, rank &- place.before < place.leaf.count else {
        let reason = "its pages do not hold the entries that they say"
        throw PageDamage(offset: pages.section.offset, reason: reason)
      }
      return place
    }
  }
}
