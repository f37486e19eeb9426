/// A storage that passes every call on to another one, but for those that it implements itself.
///
/// What a conforming type leaves out goes to `base` unseen, calls that `StorageIO` gains later included.
package protocol ForwardingIO: StorageIO {
  /// The storage that the calls go to.
  var base: any StorageIO { get }
}

/// Each call with the cost and the errors that `base` gives it.
extension ForwardingIO {
  /// Opens a regular file of `base`.
  package func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    try base.open(path, access)
  }

  /// What stands at a path of `base`; nil for nothing.
  package func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? { try base.metadata(path) }

  /// Makes one directory in `base`.
  package func createDirectory(_ path: String) throws(StorageIOError) { try base.createDirectory(path) }

  /// The names in a directory of `base`, in byte order.
  package func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try base.contents(ofDirectory: path)
  }

  /// Makes the names in a directory of `base` durable.
  package func syncDirectory(_ path: String) throws(StorageIOError) { try base.syncDirectory(path) }

  /// Gives a file or directory of `base` another name.
  package func rename(_ from: String, to: String) throws(StorageIOError) { try base.rename(from, to: to) }

  /// Gives a file of `base` another name that nothing has.
  package func renameWithoutReplacing(_ from: String, to: String) throws(StorageIOError) {
    try base.renameWithoutReplacing(from, to: to)
  }

  /// Whether `base` has an environment.
  package var hasEnvironment: Bool { base.hasEnvironment }

  /// A variable of the environment, as `base` knows it.
  package func environment(_ name: String) -> String? { base.environment(name) }

  /// Removes the name of a file of `base`.
  package func remove(_ path: String) throws(StorageIOError) { try base.remove(path) }

  /// Removes an empty directory of `base`.
  package func removeDirectory(_ path: String) throws(StorageIOError) { try base.removeDirectory(path) }

  /// The absolute path that `base` finds, without links, `.` and `..`.
  package func canonicalPath(_ path: String) throws(StorageIOError) -> String { try base.canonicalPath(path) }

  /// Whether `base` has the path on a file system of another machine.
  package func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool {
    try base.isNetworkFileSystem(path)
  }

  /// Bytes that may still be filled in `base`.
  package func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 { try base.freeBytes(path) }

  /// Milliseconds since 1970-01-01T00:00:00Z by the clock of `base`.
  package func now() -> Int64 { base.now() }

  /// Sixty-four bits from the source of `base`.
  package func random() -> UInt64 { base.random() }

  /// Lets time pass as `base` does.
  package func pause(milliseconds: Int) { base.pause(milliseconds: milliseconds) }

  /// The process that asks now, as `base` knows it.
  package var process: ProcessIdentity { base.process }

  /// Whether files of `base` can be mapped.
  package var supportsMapping: Bool { base.supportsMapping }
}
