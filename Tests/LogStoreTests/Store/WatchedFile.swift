import LogStore

/// A file that tells of writes and syncs before they happen, and can be kept from them.
final class WatchedFile: StorageFile {
  /// What is about to happen.
  enum Call: Sendable {
    case write(offset: UInt64, bytes: [UInt8])
    case sync
  }

  private let base: any StorageFile
  private let willCall: @Sendable (Call) throws(StorageIOError) -> Void

  init(_ base: any StorageFile, willCall: @escaping @Sendable (Call) throws(StorageIOError) -> Void) {
    self.base = base
    self.willCall = willCall
  }

  var path: String { base.path }
  func size() throws(StorageIOError) -> UInt64 { try base.size() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    try base.read(into: buffer, at: offset)
  }
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    try willCall(.write(offset: offset, bytes: Array(bytes)))
    try base.write(bytes, at: offset)
  }
  func sync() throws(StorageIOError) {
    try willCall(.sync)
    try base.sync()
  }
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
