import LogStore

/// A file that tells of writes and syncs before they happen, and can be kept from them.
final class WatchedFile: ForwardingFile {
  /// What is about to happen.
  enum Call: Sendable {
    case write(offset: UInt64, bytes: [UInt8])
    case sync
  }

  let base: any StorageFile
  private let willCall: @Sendable (Call) throws(StorageIOError) -> Void

  init(_ base: any StorageFile, willCall: @escaping @Sendable (Call) throws(StorageIOError) -> Void) {
    self.base = base
    self.willCall = willCall
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    try willCall(.write(offset: offset, bytes: Array(bytes)))
    try base.write(bytes, at: offset)
  }

  func sync() throws(StorageIOError) {
    try willCall(.sync)
    try base.sync()
  }
}
