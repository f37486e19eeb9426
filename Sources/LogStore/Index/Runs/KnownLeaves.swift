import Synchronization

/// Where the chunks of an array lie that were found and verified before: a read of one goes there straight, where
/// the way down from the root took 330 instructions.
///
/// The memory is untouched zeros until a chunk is found: eight bytes for 256 entries at most.
final class KnownLeaves: Sendable {
  /// The same table for readers, without a reference to count: good as long as the object is held.
  struct Table: Sendable {
    /// Addresses of the chunks, 0 for those that were not found yet.
    private let slots: UInt
    private let count: UInt64
    private let splitBits: UInt64

    /// Knows nothing.
    init() {
      slots = 0
      count = 0
      splitBits = 0
    }

    fileprivate init(_ block: MemoryBlock, _ count: UInt64, splitBits: UInt64) {
      slots = UInt(bitPattern: block.start)
      self.count = count
      self.splitBits = splitBits
    }

    /// The chunk with an index, if it was found before.
    @inline(__always)
    func leaf(_ index: UInt64) -> RunPage? {
      let chunk = index / UInt64(RunPage.chunkSize)
      guard chunk < count,
        let base = UnsafeRawPointer(bitPattern: slot(chunk).pointee.load(ordering: .relaxed))
      else { return nil }
      return RunPage(base: base)
    }

    /// The entry at an index whose chunk was found before.
    @inline(__always)
    func entry(_ index: UInt64) -> UInt64? {
      guard let leaf = leaf(index) else { return nil }
      let entry = Int(truncatingIfNeeded: index) & (RunPage.chunkSize &- 1)
      guard entry < leaf.count else { return 0 }
      let low = leaf.column(0)[entry]
      return splitBits == 0 ? low : low | leaf.column(1)[entry] &<< splitBits
    }

    /// Begins to load what `entry` needs into the processor's cache.
    @inline(__always)
    func touch(_ index: UInt64) -> UInt8 { leaf(index)?.base.load(as: UInt8.self) ?? 0 }

    @inline(__always)
    fileprivate func slot(_ chunk: UInt64) -> UnsafeMutablePointer<Atomic<UInt>> {
      UnsafeMutablePointer<Atomic<UInt>>(bitPattern: slots).unsafelyUnwrapped
        + Int(truncatingIfNeeded: chunk)
    }

    /// Remembers a verified chunk.
    ///
    /// - Parameter first: Index of its first entry.
    func note(_ leaf: RunPage, _ first: UInt64) {
      let chunk = first / UInt64(RunPage.chunkSize)
      guard chunk < count, first % UInt64(RunPage.chunkSize) == 0 else { return }
      slot(chunk).pointee.store(UInt(bitPattern: leaf.base), ordering: .relaxed)
    }
  }

  let table: Table
  private let block: MemoryBlock

  /// - Parameters:
  ///   - section: That of the array. Where most chunks are left out, there is no table.
  ///   - splitBits: Low bits of an entry that have a column of their own; 0 for one column.
  init(_ section: CheckpointSection, splitBits: UInt64) {
    let chunks = section.count / UInt64(RunPage.chunkSize) + 1
    guard chunks / 4 <= section.pageCount, let size = Int(exactly: chunks),
      let block = MemoryBlock(capacity: size * MemoryLayout<UInt>.size)
    else {
      block = MemoryBlock()
      table = Table()
      return
    }
    self.block = block
    table = Table(block, chunks, splitBits: splitBits)
  }
}
