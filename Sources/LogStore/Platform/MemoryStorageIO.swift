/// A file system in memory, for stores that shall leave nothing behind and for tests.
///
/// It behaves as `PosixStorageIO` on an empty disk whose only directory is `/`: the same errors, the same
/// locks between handles, removed files readable through their handles. Relative paths start at `/`. It
/// knows no symbolic links and no rights, syncs cost nothing, and all of it is gone with the last reference
/// to this value's copies and to the files opened from it.
public struct MemoryStorageIO: StorageIO {
  private let tree: MemoryTree

  /// Makes an empty file system. Copies of the value share it.
  public init() { tree = MemoryTree() }

  /// Opens or makes a file of the tree. `.durable` differs in nothing from `.readWrite`.
  public func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    MemoryFile(node: try tree.openNode(path, access), path: path, access: access)
  }

  /// What the tree holds there; `device` differs from tree to tree.
  public func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? {
    try tree.metadata(path)
  }

  /// Adds an empty directory to the tree.
  public func createDirectory(_ path: String) throws(StorageIOError) {
    try tree.createDirectory(path)
  }

  /// The names, sorted. O(n log n).
  public func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try tree.contents(ofDirectory: path)
  }

  /// Does nothing but check that the directory is there.
  public func syncDirectory(_ path: String) throws(StorageIOError) {
    _ = try tree.contents(ofDirectory: path)
  }

  /// Moves an entry; a directory moves with all it holds, in O(1).
  public func rename(_ from: String, to: String) throws(StorageIOError) {
    try tree.rename(from, to: to)
  }

  /// Takes the name away; the content lives as long as a handle or a map.
  public func remove(_ path: String) throws(StorageIOError) {
    try tree.remove(path)
  }

  /// Takes an empty directory away.
  public func removeDirectory(_ path: String) throws(StorageIOError) {
    try tree.removeDirectory(path)
  }

  /// The path from `/` without `.` and `..`.
  public func canonicalPath(_ path: String) throws(StorageIOError) -> String {
    try tree.canonicalPath(path)
  }

  /// Never.
  public func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool {
    _ = try tree.canonicalPath(path)
    return false
  }

  /// As good as without bound: memory that runs out ends the process, as everywhere in Swift.
  public func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 {
    _ = try tree.canonicalPath(path)
    return UInt64(Int64.max)
  }

  /// The system's realtime clock.
  public func now() -> Int64 { SystemCalls.millisecondsSince1970() }

  /// Blocks the calling thread.
  public func pause(milliseconds: Int) { SystemCalls.pause(milliseconds: milliseconds) }

  /// The system's secure source.
  public func random() -> UInt64 { PosixStorageIO().random() }

  /// This process.
  public var process: ProcessIdentity { PosixStorageIO().process }

  /// Always true: a map is a pointer into the file's block.
  public var supportsMapping: Bool { true }
}
