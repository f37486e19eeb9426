import LogStore

/// Whole directories, for tests that compare or copy stores.
extension StorageIO {
  /// The bytes of every file below a directory, by path.
  func files(below directory: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try contents(ofDirectory: directory) {
      let path = directory + "/" + name
      if try metadata(path)?.kind == .directory {
        files.merge(try self.files(below: path)) { $1 }
      } else {
        files[path] = try open(path, .readOnly).readAll()
      }
    }
    return files
  }

  /// Copies a directory with all that is in it to a path of another storage where nothing is yet.
  func copyTree(_ directory: String, to other: some StorageIO, at path: String) throws {
    try other.createDirectory(path)
    for name in try contents(ofDirectory: directory) {
      let inner = directory + "/" + name
      if try metadata(inner)?.kind == .directory {
        try copyTree(inner, to: other, at: path + "/" + name)
      } else {
        try other.open(path + "/" + name, .create).write(try open(inner, .readOnly).readAll(), at: 0)
      }
    }
  }
}
