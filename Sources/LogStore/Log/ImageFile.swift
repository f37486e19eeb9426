/// A file that is memory, for reading only: a sealed segment that is mapped, which so needs no descriptor, or one as
/// recovery would leave it.
final class ImageFile: ReadOnlyFile {
  let path: String
  private let region: MappedRegion

  /// Reads from a region.
  init(path: String, region: MappedRegion) {
    self.path = path
    self.region = region
  }

  /// Reads from a copy of bytes.
  convenience init(path: String, bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
    memory.copyBytes(from: bytes)
    let region = MappedRegion(bytes: UnsafeRawBufferPointer(start: memory.baseAddress, count: bytes.count)) {
      $0.baseAddress?.deallocate()
    }
    self.init(path: path, region: region)
  }

  func size() throws(StorageIOError) -> UInt64 { UInt64(region.count) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    guard offset < UInt64(region.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, region.count - start)
    region.withBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count])) }
    return count
  }

  func map(length: Int) throws(StorageIOError) -> MappedRegion {
    guard length <= region.count else {
      throw StorageIOError(operation: "mmap", path: path, code: .invalidArgument)
    }
    guard length < region.count else { return region }
    let whole = region
    return MappedRegion(bytes: UnsafeRawBufferPointer(start: whole.bytes.baseAddress, count: length)) { _ in
      withExtendedLifetime(whole) {}
    }
  }
}
