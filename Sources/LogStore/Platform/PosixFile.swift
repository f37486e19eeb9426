/// A file of the real file system: one descriptor, closed at `deinit`.
final class PosixFile: StorageFile {
  let path: String
  private let descriptor: Int32

  init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit { SystemCalls.close(descriptor) }

  func size() throws(StorageIOError) -> UInt64 { try SystemCalls.metadata(descriptor, path).size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    try SystemCalls.read(descriptor, into: buffer, at: offset, path)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    try SystemCalls.write(descriptor, bytes, at: offset, path)
  }

  func sync() throws(StorageIOError) { try SystemCalls.synchronizeContent(descriptor, path) }

  func truncate(to size: UInt64) throws(StorageIOError) {
    try SystemCalls.truncate(descriptor, to: size, path)
  }

  func reserve(upTo size: UInt64) throws(StorageIOError) {
    try SystemCalls.reserve(descriptor, upTo: size, path)
  }

  func map(length: Int) throws(StorageIOError) -> MappedRegion {
    try SystemCalls.map(descriptor, length: length, path)
  }

  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool {
    try SystemCalls.lock(descriptor, byte: byte, kind: exclusive ? .exclusive : .shared, path)
  }

  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool {
    // Only an exclusive lock is in the way of a shared one.
    try SystemCalls.isLocked(descriptor, from: byte, count: 1, for: .shared, path)
  }

  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool {
    try SystemCalls.isLocked(
      descriptor,
      from: bytes.lowerBound,
      count: bytes.upperBound - bytes.lowerBound,
      for: .exclusive,
      path
    )
  }

  func unlock(byte: UInt64) throws(StorageIOError) {
    _ = try SystemCalls.lock(descriptor, byte: byte, kind: .none, path)
  }
}
