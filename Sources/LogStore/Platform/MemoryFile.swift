import Synchronization

/// An open handle on a file in memory.
final class MemoryFile: StorageFile {
  let path: String
  private let node: MemoryNode
  private let access: FileAccess
  /// Tells the locks of this handle from those of others.
  private let handle = MemoryFile.nextHandle.wrappingAdd(1, ordering: .relaxed).newValue

  private static let nextHandle = Atomic<UInt64>(0)

  init(node: MemoryNode, path: String, access: FileAccess) {
    self.node = node
    self.path = path
    self.access = access
  }

  deinit { node.unlockAll(handle: handle) }

  private func failure(_ operation: String, _ code: StorageIOError.Code) -> StorageIOError {
    StorageIOError(operation: operation, path: path, code: code)
  }

  func size() throws(StorageIOError) -> UInt64 { node.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    guard offset <= UInt64(Int64.max) || buffer.isEmpty else { throw failure("pread", .invalidArgument) }
    return node.read(into: buffer, at: offset)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    if bytes.isEmpty { return }
    guard offset <= UInt64(Int64.max) else { throw failure("pwrite", .invalidArgument) }
    guard access.allowsWriting else { throw failure("pwrite", .badHandle) }
    if let code = node.write(bytes, at: offset) { throw failure("pwrite", code) }
  }

  func sync() throws(StorageIOError) {}

  func truncate(to size: UInt64) throws(StorageIOError) {
    // The system says EINVAL, not EBADF, of a handle that may not write.
    guard access.allowsWriting, size <= UInt64(Int64.max) else {
      throw failure("ftruncate", .invalidArgument)
    }
    if let code = node.truncate(to: size) { throw failure("ftruncate", code) }
  }

  func reserve(upTo size: UInt64) throws(StorageIOError) {
    guard size <= UInt64(Int64.max) else { throw failure("fallocate", .invalidArgument) }
    if size == 0 { return }
    guard access.allowsWriting else { throw failure("fallocate", .badHandle) }
    if let code = node.reserve(upTo: size) { throw failure("fallocate", code) }
  }

  func map(length: Int) throws(StorageIOError) -> MappedRegion {
    guard let region = node.map(length: length) else { throw failure("mmap", .invalidArgument) }
    return region
  }

  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool {
    guard byte <= UInt64(Int64.max) else { throw failure("fcntl", .invalidArgument) }
    guard !exclusive || access.allowsWriting else { throw failure("fcntl", .badHandle) }
    return node.lock(byte: byte, exclusive: exclusive, handle: handle)
  }

  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool {
    guard byte <= UInt64(Int64.max) else { throw failure("fcntl", .invalidArgument) }
    return node.isLockedExclusively(byte: byte, asking: handle)
  }

  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool {
    guard bytes.upperBound <= UInt64(Int64.max) + 1 else { throw failure("fcntl", .invalidArgument) }
    return node.isLocked(in: bytes, asking: handle)
  }

  func unlock(byte: UInt64) throws(StorageIOError) {
    guard byte <= UInt64(Int64.max) else { throw failure("fcntl", .invalidArgument) }
    node.unlock(byte: byte, handle: handle)
  }
}
