import LogStore

/// Passes everything on, but refuses to open the files that it is told to, as a system does to a user without the
/// right to them or to a process with too many files open.
struct DenyingIO: StorageIO {
  let base: any StorageIO
  let code: StorageIOError.Code
  /// Whether a file may not be opened.
  let denies: @Sendable (String) -> Bool

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    if denies(path) { throw StorageIOError(operation: "open", path: path, code: code) }
    return try base.open(path, access)
  }
  func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? { try base.metadata(path) }
  func createDirectory(_ path: String) throws(StorageIOError) { try base.createDirectory(path) }
  func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try base.contents(ofDirectory: path)
  }
  func syncDirectory(_ path: String) throws(StorageIOError) { try base.syncDirectory(path) }
  func rename(_ from: String, to: String) throws(StorageIOError) { try base.rename(from, to: to) }
  func remove(_ path: String) throws(StorageIOError) { try base.remove(path) }
  func removeDirectory(_ path: String) throws(StorageIOError) { try base.removeDirectory(path) }
  func canonicalPath(_ path: String) throws(StorageIOError) -> String { try base.canonicalPath(path) }
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool {
    try base.isNetworkFileSystem(path)
  }
  func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 { try base.freeBytes(path) }
  func now() -> Int64 { base.now() }
  func random() -> UInt64 { base.random() }
  func pause(milliseconds: Int) {}
  var process: ProcessIdentity { base.process }
  var supportsMapping: Bool { base.supportsMapping }
}
