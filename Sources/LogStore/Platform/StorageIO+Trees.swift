extension StorageIO {
  /// Removes a directory with all that is in it. Goes on where something cannot be removed, and says so in the end.
  package func removeTree(_ path: String) throws(StorageIOError) {
    var failure: StorageIOError?
    for name in try contents(ofDirectory: path) {
      let inner = path + "/" + name
      do throws(StorageIOError) {
        if try metadata(inner)?.kind == .directory { try removeTree(inner) } else { try remove(inner) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    try removeDirectory(path)
  }
}
