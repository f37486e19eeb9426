/// Finds files of blobs that no record names: what crashes left, what could not be removed in time. Files of other
/// names, or that hold no blob of this store, are nobody's business.
struct BlobSweep {
  /// A file with the name of a blob.
  struct File {
    var id: BlobID
    var path: String
    /// Whether it never got its own name.
    var isTemporary: Bool
  }

  private let files: BlobFiles
  /// Files that may go.
  private(set) var candidates: [File] = []
  /// Directories of blobs.
  private(set) var shards: [String] = []
  /// Files that are no blobs.
  private(set) var strangers: [String] = []

  /// Lists the files.
  init(_ files: BlobFiles) throws(StorageIOError) {
    self.files = files
    let paths = files.paths
    for name in try files.io.contents(ofDirectory: paths.blobs) {
      let directory = paths.blobShard(name)
      guard Self.isShard(name), try files.io.metadata(directory)?.kind == .directory else {
        strangers.append(directory)
        continue
      }
      shards.append(directory)
      for name in try files.io.contents(ofDirectory: directory) {
        let path = directory + "/" + name
        if let id = BlobID(name: name), paths.blob(id) == path {
          candidates.append(File(id: id, path: path, isTemporary: false))
        } else if let id = StorePaths.temporaryBlob(name), paths.temporaryBlob(id) == path {
          candidates.append(File(id: id, path: path, isTemporary: true))
        } else {
          strangers.append(path)
        }
      }
    }
  }

  private static func isShard(_ name: String) -> Bool {
    name.utf8.count == 2 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Leaves out files that somebody wants.
  mutating func spare(_ isWanted: (File) -> Bool) { candidates.removeAll(where: isWanted) }

  /// Moves what holds no blob of the store to the strangers. What never got its own name may hold anything.
  mutating func spareStrangers() {
    for file in candidates where !file.isTemporary && !isBlob(file) { strangers.append(file.path) }
    let others = Set(strangers)
    candidates.removeAll { others.contains($0.path) }
  }

  private func isBlob(_ file: File) -> Bool {
    guard let header = try? files.io.open(file.path, .readOnly).read(count: BlobFormat.headerSize, at: 0)
    else { return false }
    return (try? BlobFormat.algorithm(of: header, file.id, files.store)) != nil
  }

  /// Removes what no record of a version names, unless another process reads a version other than that.
  ///
  /// - Returns: Number of files that are gone.
  @discardableResult
  mutating func removeOrphans(of state: IndexState) -> Int {
    spare { state.blobs[BlobKey($0.id)] != nil }
    // An index that is damaged says of each blob that nobody names it.
    guard state.checkpoint?.failure == nil else { return 0 }
    spareStrangers()
    guard !candidates.isEmpty, !isRead(otherThan: state.sequence) else { return 0 }
    var removed = 0
    for file in candidates where (try? files.io.remove(file.path)) != nil { removed += 1 }
    return removed
  }

  private func isRead(otherThan sequence: SequenceNumber) -> Bool {
    ReaderMark.isAny(in: 0..<sequence, io: files.io, paths: files.paths)
      || ReaderMark.isAny(in: sequence + 1..<FormatConstants.sequenceBound, io: files.io, paths: files.paths)
  }

  /// Removes directories without files, so that each of them is made anew, and durable, by who uses it next.
  func removeEmptyShards() {
    for shard in shards { try? files.io.removeDirectory(shard) }  // one that is not empty stays
  }
}
