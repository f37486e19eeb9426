/// The one seam between a store and the world outside: files, directories, the clock, randomness.
///
/// Nothing else in the engine touches any of them, so a simulated disk that loses, tears, reorders or
/// refuses writes can stand in for the real one, and a store can live in memory alone. Three kinds come
/// with the package: `PosixStorageIO` (the system), `MemoryStorageIO` (a file system in memory), and the
/// simulated and failing disks of `LogStoreTesting`.
///
/// Paths are absolute, or relative to whatever the implementation calls its working directory; `/` parts
/// them. Names are compared byte by byte. A path that contains a zero byte is refused with `EINVAL`.
///
/// Every call may come from any thread at any time. None retries an error of the device; interrupted
/// system calls are resumed inside.
public protocol StorageIO: Sendable {
  /// Opens a regular file. It is closed when the last reference to the returned object goes.
  ///
  /// - Throws: `ENOENT` when there is no such file (unless the access creates it), `EEXIST` when
  ///   `.create` finds something, `EISDIR` for a directory, `EACCES` without the right.
  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile

  /// What stands at a path, symbolic links followed.
  ///
  /// - Returns: nil when nothing is there, which includes a link that leads nowhere.
  func metadata(_ path: String) throws(StorageIOError) -> FileMetadata?

  /// Makes one directory; its parent has to exist. The new name is durable after `syncDirectory` of the
  /// parent.
  ///
  /// - Throws: `EEXIST` when something has that name already.
  func createDirectory(_ path: String) throws(StorageIOError)

  /// The names in a directory, in byte order, without `.` and `..`.
  func contents(ofDirectory path: String) throws(StorageIOError) -> [String]

  /// Makes the names in a directory durable: what was created, renamed or removed there before the call
  /// survives a loss of power after it.
  func syncDirectory(_ path: String) throws(StorageIOError)

  /// Gives a file or directory another name, replacing a file (or empty directory) of that name in one
  /// step. Durable after `syncDirectory` of both parents.
  func rename(_ from: String, to: String) throws(StorageIOError)

  /// Gives a file another name that nothing has. Durable after `syncDirectory` of both parents.
  ///
  /// - Throws: `EEXIST` when something has that name.
  func renameWithoutReplacing(_ from: String, to: String) throws(StorageIOError)

  /// Removes the name of a file. Handles and maps that are open keep its bytes readable.
  ///
  /// - Throws: `EISDIR` for a directory, `ENOENT` when nothing is there.
  func remove(_ path: String) throws(StorageIOError)

  /// Removes an empty directory.
  ///
  /// - Throws: `ENOTEMPTY` when it holds names, `ENOTDIR` for a file.
  func removeDirectory(_ path: String) throws(StorageIOError)

  /// The absolute path without links, `.` and `..`; what it names must exist.
  func canonicalPath(_ path: String) throws(StorageIOError) -> String

  /// Whether the path lies on a file system of another machine, where locks and syncs cannot be trusted.
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool

  /// Bytes that this process may still fill on the file system of the path.
  func freeBytes(_ path: String) throws(StorageIOError) -> UInt64

  /// Milliseconds since 1970-01-01T00:00:00Z, by a clock that may be set back.
  func now() -> Int64

  /// Sixty-four bits from the system's secure source (or a seeded one, in a simulation).
  func random() -> UInt64

  /// Lets time pass: a simulation may do so without waiting.
  func pause(milliseconds: Int)

  /// A variable of the process's environment; nil if it is not set, or where there is no environment.
  func environment(_ name: String) -> String?

  /// Whether there are users and variables of an environment, as on a real system.
  var hasEnvironment: Bool { get }

  /// The process that asks now. It differs after a fork.
  var process: ProcessIdentity { get }

  /// Whether `StorageFile.map` works and is worth using.
  var supportsMapping: Bool { get }
}

extension StorageIO {
  /// Looks and renames in two steps: for storages that one process has for itself.
  public func renameWithoutReplacing(_ from: String, to: String) throws(StorageIOError) {
    guard try metadata(to) == nil else {
      throw StorageIOError(operation: "rename", path: from, destination: to, code: .alreadyExists)
    }
    try rename(from, to: to)
  }

  /// No.
  public var hasEnvironment: Bool { false }

  /// None.
  public func environment(_ name: String) -> String? { nil }
}
