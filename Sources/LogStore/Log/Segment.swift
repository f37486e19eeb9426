import Synchronization

/// An open segment: gives read access to its bytes.
///
/// A sealed segment is mapped at the first read (if the store allows mapping); the hot one is read with
/// `pread`, its frames that are not in the file yet from memory. The bytes stay readable as long as somebody holds
/// the segment, so that a snapshot can read one that compaction has unlinked, if it was read before or by `hold`.
package final class Segment: Sendable {
  /// Frames that are in memory only.
  private struct Staged: Sendable {
    var start: UInt64
    var bytes: ByteBuffer
    /// Bytes of the buffer before those of the segment.
    var skipped: Int
  }

  package let id: UInt32
  package let file: any StorageFile
  private let allowsMapping: Bool
  /// Bytes when it was sealed; 0 while it is hot.
  private let sealedSize = Atomic<Int>(0)
  /// What holds the mapped bytes and the bits of `MappedBytes` once there are some.
  private let region = Lock<(bytes: MappedRegion, verified: MemoryBlock)?>(nil)
  /// Where they begin, and how many they are, for readers that take no lock; 0 before they are mapped. Numbers of our
  /// own, because loading an `AtomicLazyReference` asks the runtime for metadata: 500 instructions of a point read.
  private let mappedAddress = Atomic<UInt>(0)
  private let mappedCount = Atomic<Int>(0)
  private let verifiedAddress = Atomic<UInt>(0)
  /// From here on the bytes are in memory only. Records of published versions lie before it.
  private let stagedFrom = Atomic<UInt64>(.max)
  private let staged = Lock<[Staged]>([])

  /// What the header has to say that nobody has looked at yet; nil where it was read before.
  private let expected: (kind: SegmentHeader.Kind, storeID: StoreID)?
  private let isHeaderKnown = Atomic<Bool>(false)

  /// A segment whose header was read.
  package init(id: UInt32, file: any StorageFile, allowsMapping: Bool) {
    self.id = id
    self.file = file
    self.allowsMapping = allowsMapping
    expected = nil
  }

  /// A segment that the segment table of a checkpoint lists, and whose file was not opened yet: the header is looked
  /// at before the first byte is believed.
  init(_ listed: SealedSegment, of storeID: StoreID, file: DeferredFile, allowsMapping: Bool) {
    id = listed.id
    self.file = file
    self.allowsMapping = allowsMapping
    expected = (listed.kind, storeID)
    seal(size: listed.size)
  }

  /// Says that nothing will be written any more.
  package func seal(size: UInt64) { sealedSize.store(Int(size), ordering: .releasing) }

  /// Makes frames readable before they are in the file, for the thread that holds the writer lock.
  func stage(_ bytes: ByteBuffer, skipping skipped: Int, at start: UInt64) {
    staged.withLock { staged in
      staged.append(Staged(start: start, bytes: bytes, skipped: skipped))
      if staged.count == 1 { stagedFrom.store(start, ordering: .releasing) }
    }
  }

  /// Says that the frames that were staged first are in the file.
  func unstageFirst() {
    staged.withLock { staged in
      if !staged.isEmpty { staged.removeFirst() }
      stagedFrom.store(staged.first?.start ?? .max, ordering: .releasing)
    }
  }

  /// Lends up to `count` bytes from `offset` on to a closure; fewer at the end of the segment.
  package func withBytes<R>(
    at offset: UInt64,
    count: Int,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let lent = try lend(at: offset, count: count)
    defer { withExtendedLifetime(lent) {} }
    return try body(lent.bytes)
  }

  /// Lends up to `count` bytes from `offset` on; fewer at the end of the segment.
  func lend(at offset: UInt64, count: Int) throws(StoreError) -> LentBytes {
    if offset >= stagedFrom.load(ordering: .acquiring), let staged = stagedBytes(at: offset, count: count) {
      return staged
    }
    if let mapped = try mappedBytes()?.bytes {
      let start = Int(min(offset, UInt64(mapped.count)))
      let bytes = UnsafeRawBufferPointer(rebasing: mapped[start..<min(mapped.count, start + count)])
      return LentBytes(bytes, of: self, buffer: nil)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    do throws(StoreError) {
      let read = try read(into: buffer, at: offset)
      return LentBytes(UnsafeRawBufferPointer(rebasing: buffer[..<read]), of: self, buffer: buffer)
    } catch {
      buffer.deallocate()
      throw error
    }
  }

  /// A copy of bytes that are in memory only: their buffer is filled anew once they are in the file.
  private func stagedBytes(at offset: UInt64, count: Int) -> LentBytes? {
    staged.withLock { staged in
      guard let place = staged.last(where: { $0.start <= offset }) else { return nil }
      let start = min(place.skipped + Int(offset - place.start), place.bytes.count)
      let end = min(place.bytes.count, start + count)
      let found = UnsafeRawBufferPointer(rebasing: place.bytes.bytes[start..<end])
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: found.count, alignment: 16)
      copy.copyMemory(from: found)
      return LentBytes(UnsafeRawBufferPointer(copy), of: self, buffer: copy)
    }
  }

  /// Reads bytes of the segment, mapped or not.
  ///
  /// - Returns: Number of bytes; fewer than the buffer holds at the end of the segment.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StoreError) -> Int {
    if expected != nil, !isHeaderKnown.load(ordering: .acquiring) {
      let bytes: [UInt8]
      do {
        bytes = try file.read(count: FormatConstants.segmentHeaderSize, at: 0)
      } catch {
        throw unreadable(error)
      }
      try bytes.withRawBytes { header throws(StoreError) in try verify(header) }
    }
    do {
      return try file.read(into: buffer, at: offset)
    } catch {
      throw unreadable(error)
    }
  }

  /// Makes its bytes readable for as long as somebody holds it, before its file loses its name.
  func hold() throws(StoreError) {
    if try mappedBytes() != nil { return }
    _ = try read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0), at: 0)
  }

  /// Compares the header with what the checkpoint says of the segment.
  private func verify(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    guard let expected else { return }
    guard let header = SegmentHeader(decoding: bytes, storeID: expected.storeID), header.id == id,
      header.kind == expected.kind
    else { throw damaged("the segment header is missing or damaged") }
    isHeaderKnown.store(true, ordering: .releasing)
  }

  private func damaged(_ found: String) -> StoreError {
    StoreError(
      .segmentCorrupt,
      tried: "read segment \(id)",
      path: file.path,
      offset: 0,
      found: found,
      remedy: "Run 'storectl check' on the store; restore the objects that it names from a backup."
    )
  }

  /// What it means that the file cannot be read: only one that is gone, or was cut, is damage.
  private func unreadable(_ error: StorageIOError) -> StoreError {
    error.isNoSuchEntry || (error.operation == "mmap" && error.knownCode == .invalidArgument)
      ? damaged(error.description) : StoreError(error, tried: "read segment \(id)")
  }

  /// The bytes of the segment if they were mapped before and the one at an offset is in the file.
  @inline(__always)
  func mappedBytes(for offset: UInt64) -> MappedBytes? {
    offset < stagedFrom.load(ordering: .acquiring) ? present : nil
  }

  /// All bytes of the segment if it is mapped; nil if it has to be read.
  func mappedBytes() throws(StoreError) -> MappedBytes? {
    if let present { return present }
    let size = sealedSize.load(ordering: .acquiring)
    guard allowsMapping, size > 0 else { return nil }
    try map(size)
    return present
  }

  @inline(__always)
  private var present: MappedBytes? {
    guard let base = UnsafeRawPointer(bitPattern: mappedAddress.load(ordering: .acquiring)),
      let verified = UnsafeMutableRawPointer(bitPattern: verifiedAddress.load(ordering: .relaxed))
    else { return nil }
    return MappedBytes(base: base, count: mappedCount.load(ordering: .relaxed), verified: verified)
  }

  @inline(never)
  private func map(_ size: Int) throws(StoreError) {
    try region.withLock { region throws(StoreError) in
      if region != nil { return }
      let mapped: MappedRegion
      do throws(StorageIOError) {
        mapped = try file.map(length: size)
      } catch {
        throw unreadable(error)
      }
      try verify(mapped.bytes)
      // Without memory for the bits the segment is read.
      guard let bits = MemoryBlock(capacity: MappedBytes.bitmapSize(mapped.count)) else { return }
      region = (mapped, bits)
      mappedCount.store(mapped.count, ordering: .relaxed)
      verifiedAddress.store(UInt(bitPattern: bits.start), ordering: .relaxed)
      mappedAddress.store(UInt(bitPattern: mapped.bytes.baseAddress), ordering: .releasing)
    }
  }
}
