/// Writes one version of a store to a place of its own, as a whole store with the same identity: live records
/// verbatim, blobs, and the data keys of sealed values, which open with the same key as before.
struct StoreBackup {
  let io: any StorageIO
  /// The store that is copied.
  let source: StorePaths
  /// Its version; keeps segments and blobs readable.
  let snapshot: Snapshot
  let superblock: Superblock
  /// Lowest id that was never handed out.
  let idLimit: UInt64
  let blobs: BlobFiles

  private var state: IndexState { snapshot.state }

  /// Writes the copy: under another name first, so that a crash or a failure leaves nothing at the path.
  ///
  /// - Throws: `invalidArgument` if something is at the path; `recordCorrupt`, `blobMissing`, `blobDamaged`,
  ///   `keysCorrupt` if the store is damaged; `outOfSpace`, `inputOutput`.
  /// - Complexity: reads and writes every live record and every blob, and reads the copied records once more.
  func write(to path: String) throws(StoreError) -> BackupReport {
    let target = StorePaths(root: path)
    try target.refuseIfTaken(io: io, beside: source, tried: "back up \(source.root)")
    var report: BackupReport?
    do {
      try StoreBuilding(io: io, paths: target, takesOthers: false).run { report = try fill($0) }
    } catch {
      throw StoreError(copying: error, tried: "back up \(source.root)", path: path)
    }
    guard let report else { throw StoreError.interruptedCopy(path) }
    return report
  }

  private func fill(_ paths: StorePaths) throws -> BackupReport {
    let origin = StoreAssembler.Origin(superblock, sequence: state.sequence)
    let assembler = try StoreAssembler(origin, io: io, paths: paths)
    var compactor = Compactor(
      base: state,
      inputs: Set(state.segments.all.map(\.id)),
      tombstones: [],
      firstHistory: state.historyFloor + 1,
      resealer: nil
    )
    while let content = try compactor.nextFrame() { try assembler.append(content) }
    let copied = BlobCopy(io: io, paths: paths)
    try copyBlobs(copied)
    // What the indexes answered may be wrong.
    try state.refuseIfDamaged()
    try copyKeys(to: paths)
    try assembler.finish(idLimit: idLimit, historyFloor: compactor.relocation.firstHistory - 1)
    return BackupReport(
      sequence: state.sequence,
      objects: state.extents.reduce(0) { $0 + $1.count },
      bytes: assembler.byteCount,
      blobs: copied.count,
      blobBytes: copied.byteCount
    )
  }

  private func copyBlobs(_ copy: BlobCopy) throws(StoreError) {
    for (key, owner) in state.blobs.entries() {
      guard let (reference, place) = try state.blob(key.id, of: ObjectID(rawValue: owner)) else { continue }
      try copy.copy(blobs.open(reference, of: place))
    }
    try copy.finish()
  }

  /// Copies the data keys; they are read behind the version, so that none of them is missing that it needs.
  private func copyKeys(to paths: StorePaths) throws(StoreError) {
    let present = KeyringFile(io: io, paths: source, store: superblock.storeID)
    guard let keyring = try present.read() else { return }
    try KeyringFile(io: io, paths: paths, store: superblock.storeID).write(keyring)
  }
}
