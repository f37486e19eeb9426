import LogStore

/// A storage all of whose files are watched.
struct WatchedIO: ForwardingIO {
  let base: any StorageIO
  /// Is told of each write and sync of a file, by its path, before it happens.
  let willCall: @Sendable (String, WatchedFile.Call) throws(StorageIOError) -> Void

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    let willCall = willCall
    return WatchedFile(try base.open(path, access)) { call throws(StorageIOError) in
      try willCall(path, call)
    }
  }
}
