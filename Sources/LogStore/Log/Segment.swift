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

  /// Lends up to `count` bytes from `offset` on; fewer at the end of the segment.
  package func withBytes<R>(
    at offset: UInt64,
    count: Int,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    if let mapped = try mappedBytes() {
      guard offset <= UInt64(mapped.count) else {
        return try body(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      let start = Int(offset)
      return try body(UnsafeRawBufferPointer(rebasing: mapped[start..<min(mapped.count, start + count)]))
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { buffer.deallocate() }
    let read: Int
    do {
      read = try file.read(into: buffer, at: offset)
    } catch {
      throw StoreError(error, tried: "read a record")
    }
    return try body(UnsafeRawBufferPointer(rebasing: buffer[..<read]))
  }

  private func mappedBytes() throws(StoreError) -> UnsafeRawBufferPointer? {
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
