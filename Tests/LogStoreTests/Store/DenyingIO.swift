import LogStore

/// Passes everything on, but refuses to open the files that it is told to, as a system does to a user without the
/// right to them or to a process with too many files open. Pauses take no time.
struct DenyingIO: ForwardingIO {
  let base: any StorageIO
  let code: StorageIOError.Code
  /// Whether a file may not be opened.
  let denies: @Sendable (String) -> Bool

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    if denies(path) { throw StorageIOError(operation: "open", path: path, code: code) }
    return try base.open(path, access)
  }

  func pause(milliseconds: Int) {}
}
