/// An array in a checkpoint: entries by number, in chunks of 256; chunks of nothing but zeros are left out.
struct ArrayRun: Sendable {
  let pages: RunPages
  /// How many low bits of an entry stand in a column of their own; 0 for one column.
  let splitBits: UInt64
  private let known: KnownLeaves

  init(_ pages: RunPages, splitBits: UInt64) {
    self.pages = pages
    self.splitBits = splitBits
    known = KnownLeaves(pages.section, splitBits: splitBits)
  }

  /// Where the chunks lie that were found before. Good as long as the run is held.
  var table: KnownLeaves.Table { known.table }

  /// The entry at an index, 0 where there is none.
  subscript(index: UInt64) -> UInt64 {
    pages.search { pages throws(PageDamage) in
      guard let (leaf, first) = try leaf(index, pages) else { return nil }
      table.note(leaf, first)
      // As an unsigned number: ids come from texts of filters too, and may be any.
      guard index &- first < UInt64(leaf.count) else { return nil }
      return value(Int(truncatingIfNeeded: index &- first), leaf)
    } ?? 0
  }

  @inline(__always)
  private func value(_ entry: Int, _ leaf: RunPage) -> UInt64 {
    let low = leaf.column(0)[entry]
    return splitBits == 0 ? low : low | leaf.column(1)[entry] &<< splitBits
  }

  /// The chunk that would hold an index, and the index of its first entry; nil if that is above the index.
  @inline(__always)
  private func leaf(_ index: UInt64, _ pages: RunPages) throws(PageDamage) -> (RunPage, UInt64)? {
    var (page, level) = try pages.root()
    var first: UInt64 = 0
    guard level > 0 else { return nil }
    while level > 0 {
      let slot = page.child(index)
      first = page.column(0)[slot]
      page = try pages.child(slot, of: page, level: level)
      level &-= 1
    }
    return first <= index ? (page, first) : nil
  }

  /// Copies the chunk of an index into a buffer of 256 entries.
  ///
  /// - Returns: How many entries it has, 0 if it was left out.
  func copyChunk(of index: UInt64, into buffer: UnsafeMutablePointer<UInt64>) -> Int {
    let start = index & ~UInt64(RunPage.chunkSize - 1)
    if let leaf = table.leaf(start) { return copy(leaf, into: buffer) }
    return pages.search { pages throws(PageDamage) in
      guard let (leaf, first) = try leaf(start, pages), first == start else { return nil }
      table.note(leaf, first)
      return copy(leaf, into: buffer)
    } ?? 0
  }

  /// Copies the chunk of an index as `copyChunk` does, but never from indexes that were built again: a damaged page on
  /// the way is an error.
  func verifiedChunk(
    of index: UInt64,
    into buffer: UnsafeMutablePointer<UInt64>
  ) throws(PageDamage) -> Int {
    let start = index & ~UInt64(RunPage.chunkSize - 1)
    guard let (leaf, first) = try leaf(start, pages), first == start else { return 0 }
    return copy(leaf, into: buffer)
  }

  private func copy(_ leaf: RunPage, into buffer: UnsafeMutablePointer<UInt64>) -> Int {
    let count = min(leaf.count, RunPage.chunkSize)
    leaf.column(0).forEach(0, count) { buffer[$0] = $1 }
    if splitBits > 0 { leaf.column(1).forEach(0, count) { buffer[$0] |= $1 &<< splitBits } }
    return count
  }

  /// The first chunk at or behind an index that is kept, by the index of its first entry; nil if there is none.
  func nextChunk(from index: UInt64) -> UInt64? {
    pages.search { pages throws(PageDamage) in
      let (page, level) = try pages.root()
      return try Self.nextChunk(from: index & ~UInt64(RunPage.chunkSize - 1), page, level, pages)
    }
  }

  private static func nextChunk(
    from index: UInt64,
    _ page: RunPage,
    _ level: Int,
    _ pages: RunPages
  ) throws(PageDamage) -> UInt64? {
    guard level > 0 else { return nil }
    for slot in page.child(index)..<page.count {
      if level == 1 {
        let first = page.column(0)[slot]
        guard first % UInt64(RunPage.chunkSize) == 0 else {
          throw PageDamage(offset: pages.section.offset, reason: "a chunk that begins at \(first)")
        }
        if first >= index { return first }
      } else {
        let child = try pages.child(slot, of: page, level: level)
        if let first = try nextChunk(from: index, child, level - 1, pages) { return first }
      }
    }
    return nil
  }

  /// One more than the highest index that is kept.
  var end: UInt64 { pages.section.count }
}
