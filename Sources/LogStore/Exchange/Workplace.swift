/// A directory beside a store, for what a load needs until it is done.
struct Workplace: ~Copyable {
  private let root: String
  private let io: any StorageIO

  /// Makes it.
  ///
  /// - Throws: `LoadError` if there is one already.
  init(beside paths: StorePaths, _ io: any StorageIO) throws {
    root = paths.root + ".loading"
    self.io = io
    do throws(StorageIOError) {
      try io.createDirectory(root)
    } catch {
      guard error.knownCode == .alreadyExists else {
        throw StoreError(
          error,
          tried: "make a directory for the load",
          code: error.isNoSuchEntry ? .storeMissing : error.isOutOfSpace ? .outOfSpace : .inputOutput
        )
      }
      throw LoadError(
        found: "\(root) is there: another load is under way, or one was interrupted",
        remedy: "Remove that directory if nobody loads into \(paths.root)."
      )
    }
  }

  /// Where a new store is built.
  var store: String { root + "/store" }

  /// A file for lists.
  func makeListFile() throws(StorageIOError) -> ListFile { try ListFile(at: root + "/lists", io: io) }

  /// Gives the new store its name.
  func publish(as paths: StorePaths) throws(StorageIOError) {
    try io.rename(store, to: paths.root)
    try io.syncDirectory(paths.parent)
  }

  /// Removes it with all that is left in it. Best effort: nothing depends on it.
  func remove() { try? io.removeTree(root) }
}
