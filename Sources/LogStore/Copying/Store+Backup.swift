extension Store {
  /// Writes a copy of the newest version to another place, as a store of its own: commits go on meanwhile, and none
  /// of them, nor a part of one, is in the copy.
  ///
  /// The copy has everything: objects with their ids, history as far as it is kept, blobs, and the data keys of
  /// sealed values. It has the identity of the store as well, since sealed values and blobs are bound to that, and
  /// needs the same key. Each record and each blob is verified on the way, and the records are read back, so a
  /// backup of a damaged store fails instead of replacing a better one.
  ///
  /// When it returns the copy is durable. When it throws, or the process ends before, nothing is at the path; what
  /// is left beside it, under the same name with `.new-` behind it, the next attempt removes.
  ///
  /// - Parameter path: Where nothing is yet, in a directory that exists. The storage is that of the store.
  /// - Throws: `invalidArgument` if something is at the path; `recordCorrupt`, `segmentCorrupt`,
  ///   `checkpointCorrupt`, `blobMissing`, `blobDamaged`, `keysCorrupt` for damage, named as by a read;
  ///   `outOfSpace`, `inputOutput`.
  /// - Complexity: reads every live record twice and every blob once, and writes them once.
  @discardableResult
  public func backup(to path: String) throws(StoreError) -> BackupReport {
    let snapshot = snapshot()
    let paths = StorePaths(root: self.path)
    let backup = StoreBackup(
      io: io,
      source: paths,
      snapshot: snapshot,
      superblock: try SuperblockSlots(io: io, paths: paths).chosen,
      idLimit: max(ids.withLock { $0.next }, snapshot.state.locations.count),
      blobs: blobs.files
    )
    return try backup.write(to: path)
  }
}

extension StoreInspection {
  /// Writes a copy of the version that was read, as `Store.backup(to:)` does.
  package func backup(to path: String) throws(StoreError) -> BackupReport {
    let state = state(openingWith: nil)
    let backup = StoreBackup(
      io: io,
      source: paths,
      snapshot: Snapshot(version: IndexVersion(state)),
      superblock: superblock,
      idLimit: recovered.idLimit,
      blobs: state.blobFiles ?? BlobFiles(io: io, paths: paths, store: superblock.storeID)
    )
    return try backup.write(to: path)
  }
}
