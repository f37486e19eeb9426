/// Passes everything on, but changes names and files only while a path leads where it led at the beginning.
///
/// The engine names files by path. A store that is moved away while it is open for writing may leave its path to
/// another one; whatever is created, renamed or removed there from then on would damage that one.
///
/// Calls that only look are passed on by `ForwardingIO`. A call that changes something must be guarded here: one that
/// `StorageIO` gains and this type leaves out would be passed on unguarded.
package struct AnchoredIO: ForwardingIO {
  /// The storage that holds the store.
  package let base: any StorageIO
  /// Path of the file that must stay where it is.
  private let anchor: String
  private let device: UInt64
  private let inode: UInt64

  /// Remembers which file is at a path now.
  ///
  /// - Throws: `ENOENT` if none is.
  package init(_ base: any StorageIO, at anchor: String) throws(StorageIOError) {
    guard let found = try base.metadata(anchor) else {
      throw StorageIOError(operation: "stat", path: anchor, code: .noSuchEntry)
    }
    self.base = base
    self.anchor = anchor
    device = found.device
    inode = found.inode
  }

  /// Refuses with `ESTALE` if something else is at the path now.
  package func confirm() throws(StorageIOError) {
    guard let found = try base.metadata(anchor), found.device == device, found.inode == inode else {
      throw StorageIOError(operation: "relocation", path: anchor, code: .staleHandle)
    }
  }

  // MARK: Guarded calls

  package func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    if access.allowsWriting { try confirm() }
    return try base.open(path, access)
  }

  package func createDirectory(_ path: String) throws(StorageIOError) {
    try confirm()
    try base.createDirectory(path)
  }

  package func syncDirectory(_ path: String) throws(StorageIOError) {
    try confirm()
    try base.syncDirectory(path)
  }

  package func renameWithoutReplacing(_ from: String, to: String) throws(StorageIOError) {
    try confirm()
    try base.renameWithoutReplacing(from, to: to)
  }

  package func rename(_ from: String, to: String) throws(StorageIOError) {
    try confirm()
    try base.rename(from, to: to)
  }

  package func remove(_ path: String) throws(StorageIOError) {
    try confirm()
    try base.remove(path)
  }

  package func removeDirectory(_ path: String) throws(StorageIOError) {
    try confirm()
    try base.removeDirectory(path)
  }
}
