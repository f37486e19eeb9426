import LogStore

/// A file that does what another one does, but for what it does itself.
protocol ForwardingFile: StorageFile {
  var base: any StorageFile { get }
}

extension ForwardingFile {
  var path: String { base.path }
  func size() throws(StorageIOError) -> UInt64 { try base.size() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    try base.read(into: buffer, at: offset)
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
  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool { try base.isLocked(in: bytes) }
  func unlock(byte: UInt64) throws(StorageIOError) { try base.unlock(byte: byte) }
}
