/// A file that exists only in memory and only for reading: a segment as recovery would leave it, where
/// nothing may be written.
final class ImageFile: StorageFile {
  let path: String
  private let bytes: [UInt8]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  func size() throws(StorageIOError) -> UInt64 { UInt64(bytes.count) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    guard offset < UInt64(bytes.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, bytes.count - start)
    bytes.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
    }
    return count
  }

  private func refusal(_ operation: String) -> StorageIOError {
    StorageIOError(operation: operation, path: path, code: .readOnlyFileSystem)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    throw refusal("pwrite")
  }
  func sync() throws(StorageIOError) { throw refusal("fdatasync") }
  func truncate(to size: UInt64) throws(StorageIOError) { throw refusal("ftruncate") }
  func reserve(upTo size: UInt64) throws(StorageIOError) { throw refusal("fallocate") }
  func map(length: Int) throws(StorageIOError) -> MappedRegion { throw refusal("mmap") }
  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool { true }
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool { false }
  func unlock(byte: UInt64) throws(StorageIOError) {}
}
