import Synchronization

/// An open segment: gives read access to its bytes.
///
/// A sealed segment is mapped at the first read (if the store allows mapping); the hot one is read with
/// `pread`. The file stays open as long as somebody holds the segment, so that a snapshot can read one that
/// compaction has unlinked.
package final class Segment: Sendable {
  package let id: UInt32
  package let salt: UInt64
  package let file: any StorageFile
  private let allowsMapping: Bool
  /// Bytes when it was sealed; 0 while it is hot.
  private let sealedSize = Atomic<Int>(0)
  private let region = AtomicLazyReference<MappedRegion>()

  package init(id: UInt32, salt: UInt64, file: any StorageFile, allowsMapping: Bool) {
    self.id = id
    self.salt = salt
    self.file = file
    self.allowsMapping = allowsMapping
  }

  /// Says that nothing will be written any more.
  package func seal(size: UInt64) { sealedSize.store(Int(size), ordering: .releasing) }

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
    if let mapped = try mappedBytes() {
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

  /// Reads bytes of the segment, mapped or not.
  ///
  /// - Returns: Number of bytes; fewer than the buffer holds at the end of the segment.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StoreError) -> Int {
    do {
      return try file.read(into: buffer, at: offset)
    } catch {
      throw StoreError(error, tried: "read a record")
    }
  }

  /// All bytes of the segment if it is mapped; nil if it has to be read.
  func mappedBytes() throws(StoreError) -> UnsafeRawBufferPointer? {
    if let region = region.load() { return region.bytes }
    let size = sealedSize.load(ordering: .acquiring)
    guard allowsMapping, size > 0 else { return nil }
    do {
      return region.storeIfNil(try file.map(length: size)).bytes
    } catch {
      throw StoreError(error, tried: "map a segment")
    }
  }
}
