/// A file of which nothing but its bytes is wanted: all that would change it is refused, and nobody locks it.
protocol ReadOnlyFile: StorageFile {}

extension ReadOnlyFile {
  private func refusal(_ operation: String) -> StorageIOError {
    StorageIOError(operation: operation, path: path, code: .readOnlyFileSystem)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    throw refusal("pwrite")
  }
  func sync() throws(StorageIOError) { throw refusal("fdatasync") }
  func truncate(to size: UInt64) throws(StorageIOError) { throw refusal("ftruncate") }
  func reserve(upTo size: UInt64) throws(StorageIOError) { throw refusal("fallocate") }
  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool { true }
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool { false }
  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool { false }
  func unlock(byte: UInt64) throws(StorageIOError) {}
}
