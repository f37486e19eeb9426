/// An array of numbers whose copies cost nothing and stay as they were: a base that lies mapped in a checkpoint,
/// and the chunks of 256 entries that have changed since, in memory. What was never set is 0.
package struct LayeredArray<Element>: Sendable
where Element: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable {
  let base: ArrayRun?
  /// The chunks of the base that were found before; apart, because to read it of the base counts two references.
  private let known: KnownLeaves.Table
  private var changes = PersistentArray<Element>(defaultElement: 0)

  /// An array of nothing but zeros.
  package init() { self.init(base: nil) }

  /// An array that is as its base.
  init(base: ArrayRun?) {
    self.base = base
    known = base?.table ?? KnownLeaves.Table()
  }

  /// One more than the highest index ever set; 0 if none was.
  package var count: UInt64 { max(base?.end ?? 0, changes.count) }

  /// The entry at an index; any index may be read, any but the highest `UInt64` may be set.
  package subscript(index: UInt64) -> Element {
    @inline(__always)
    get {
      if let entry = changes.entry(index) { return entry }
      if let entry = known.entry(index) { return Element(truncatingIfNeeded: entry) }
      return find(index)
    }
    set {
      if let base, changes.entry(index) == nil { adoptChunk(of: index, base) }
      changes[index] = newValue
    }
  }

  /// Bytes of the chunks that are held in memory. O(chunks).
  var changedBytes: Int {
    var chunks = 0
    changes.forEachRun { _, _ in
      chunks += 1
      return true
    }
    return chunks * RunPage.chunkSize * MemoryLayout<Element>.stride
  }

  /// Sets consecutive entries, a chunk at a time.
  package mutating func replace(startingAt index: UInt64, with entries: UnsafeBufferPointer<Element>) {
    if let base {
      // Chunks of which only a part is replaced keep the rest.
      let end = index + UInt64(entries.count)
      for touched in [index, end] where touched % UInt64(RunPage.chunkSize) != 0 {
        if changes.entry(touched) == nil { adoptChunk(of: touched, base) }
      }
    }
    changes.replace(startingAt: index, with: entries)
  }

  @inline(never)
  private func find(_ index: UInt64) -> Element {
    base.map { Element(truncatingIfNeeded: $0[index]) } ?? 0
  }

  /// Begins to load an entry of the base into the processor's cache.
  @inline(__always)
  func touch(_ index: UInt64) -> UInt8 { known.touch(index) }

  /// The first entry of the first chunk at or behind an index in which anything was ever set; nil if there is none.
  ///
  /// Where a walk over all entries would do: whoever makes a file can let the numbers go up to 2^40.
  package func nextChunk(from index: UInt64) -> UInt64? {
    let start = index & ~UInt64(RunPage.chunkSize - 1)
    let next = [base?.nextChunk(from: start), changes.nextLeaf(from: start)].compactMap(\.self).min()
    return next.flatMap { $0 < count ? $0 : nil }
  }

  /// Lends the entries in rising order, a chunk of up to 256 at a time, without chunks that were never set.
  ///
  /// The body receives the index of the first entry of a chunk. False from it stops.
  package func forEachRun<Failure: Error>(
    _ body: (UInt64, UnsafeBufferPointer<Element>) throws(Failure) -> Bool
  ) throws(Failure) {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: RunPage.chunkSize)
    let entries = UnsafeMutablePointer<Element>.allocate(capacity: RunPage.chunkSize)
    defer {
      words.deallocate()
      entries.deallocate()
    }
    var next: UInt64 = 0
    while let first = nextChunk(from: next) {
      next = first + UInt64(RunPage.chunkSize)
      let filled = copyChunk(of: first, into: words)
      guard filled > 0 else { continue }
      for entry in 0..<filled { entries[entry] = Element(truncatingIfNeeded: words[entry]) }
      guard try body(first, UnsafeBufferPointer(start: entries, count: filled)) else { return }
    }
  }

  /// Copies a chunk of the base, before the first change in it.
  private mutating func adoptChunk(of index: UInt64, _ base: ArrayRun) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RunPage.chunkSize) { words in
      let count = base.copyChunk(of: index, into: words.baseAddress.unsafelyUnwrapped)
      withUnsafeTemporaryAllocation(of: Element.self, capacity: RunPage.chunkSize) { entries in
        for entry in 0..<count { entries[entry] = Element(truncatingIfNeeded: words[entry]) }
        changes.replace(
          startingAt: index & ~UInt64(RunPage.chunkSize - 1),
          with: UnsafeBufferPointer(rebasing: entries[..<count])
        )
      }
    }
  }

  /// The same entries over a newer base.
  ///
  /// - Parameters:
  ///   - base: The entries of `written`, or others in their place, which then hold for all that were not changed
  ///     since; nil if all of them are 0.
  ///   - written: The version from which this one has come; chunks that both share were not changed since.
  func over(_ base: ArrayRun?, since written: LayeredArray) -> LayeredArray {
    var array = LayeredArray(base: base)
    changes.forEachRun { (first: UInt64, entries) in
      if written.changes.leafStart(first) != entries.baseAddress {
        array.changes.replace(startingAt: first, with: entries)
        array.keep(entries.count, from: first, unchangedSince: written)
      }
      return true
    }
    return array
  }

  /// Takes entries of a chunk from the base again where they are as they were.
  private mutating func keep(_ count: Int, from first: UInt64, unchangedSince written: LayeredArray) {
    guard let base else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RunPage.chunkSize) { words in
      guard let start = words.baseAddress else { return }
      let filled = base.copyChunk(of: first, into: start)
      for place in 0..<min(count, filled) {
        let (index, entry) = (first + UInt64(place), Element(truncatingIfNeeded: start[place]))
        let present = changes[index]
        if present != entry, present == written[index] { changes[index] = entry }
      }
    }
  }

  /// Copies the chunk of an index, as it is now, into a buffer of 256 entries.
  ///
  /// - Returns: How many entries were copied; the rest are 0.
  func copyChunk(of index: UInt64, into buffer: UnsafeMutablePointer<UInt64>) -> Int {
    let start = index & ~UInt64(RunPage.chunkSize - 1)
    guard let entries = changes.leafStart(start) else { return base?.copyChunk(of: start, into: buffer) ?? 0 }
    let count = Int(min(UInt64(RunPage.chunkSize), changes.count - start))
    for entry in 0..<count { buffer[entry] = UInt64(entries[entry]) }
    return count
  }
}
