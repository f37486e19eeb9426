import LogStore

/// A storage that tells how much is read from its files. To a store it is another process: what it opens is not
/// shared with others in this one.
struct CountingIO: ForwardingIO {
  let base: any StorageIO
  /// Is told the bytes of each read.
  let didRead: @Sendable (Int) -> Void

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    CountingFile(try base.open(path, access), didRead)
  }
}

private final class CountingFile: StorageFile {
  private let base: any StorageFile
  private let didRead: @Sendable (Int) -> Void

  init(_ base: any StorageFile, _ didRead: @escaping @Sendable (Int) -> Void) {
    self.base = base
    self.didRead = didRead
  }

  var path: String { base.path }
  func size() throws(StorageIOError) -> UInt64 { try base.size() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    let count = try base.read(into: buffer, at: offset)
    didRead(count)
    return count
  }
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    try base.write(bytes, at: offset)
  }
  func sync() throws(StorageIOError) { try base.sync() }
  func truncate(to size: UInt64) throws(StorageIOError) { try base.truncate(to: size) }
  func reserve(upTo size: UInt64) throws(StorageIOError) { try base.reserve(upTo: size) }
  func map(length: Int) throws(StorageIOError) -> MappedRegion { try base.map(length: length) }
  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool {
    try base.lock(byte: byte, exclusive: exclusive)
  }
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool {
    try base.isLockedExclusively(byte: byte)
  }
  func unlock(byte: UInt64) throws(StorageIOError) { try base.unlock(byte: byte) }
}
