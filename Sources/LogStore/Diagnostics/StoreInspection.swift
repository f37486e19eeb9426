/// A store as it lies on disk, read without changing a byte and without mapping a file: what `storectl`
/// looks into. Recovery happens in memory, by the code that opens stores.
package struct StoreInspection {
  package let io: any StorageIO
  package let paths: StorePaths
  /// What recovery brought back.
  package let recovered: RecoveredLog
  /// Keeps writers from removing blobs of what was read; goes on to the versions that are handed out.
  private let mark: ReaderMark
  /// The process that writes to the store now, in words; nil if none does.
  package let writer: String?

  /// The newest version.
  package var state: IndexState { recovered.state }
  /// The superblock that counts.
  package var superblock: Superblock { recovered.superblock }

  /// The newest version, with the key of its sealed values.
  ///
  /// - Parameter encryption: nil leaves them sealed.
  package func state(openingWith encryption: StoreOptions.Encryption?) -> IndexState {
    var state = state
    state.blobFiles = BlobFiles(io: io, paths: paths, store: superblock.storeID, mark: mark)
    state.sealing = encryption.map {
      Sealing(store: superblock.storeID, paths: paths, io: io, source: $0)
    }
    return state
  }

  /// The newest version for queries.
  package func snapshot(openingWith encryption: StoreOptions.Encryption? = nil) -> Snapshot {
    Snapshot(version: IndexVersion(state(openingWith: encryption)))
  }

  /// Reads a store. Beside a running writer this sees the commits that the writer has made visible, and
  /// begins again when files go while it looks.
  ///
  /// - Throws: As `Store.open` for reading does.
  /// - Parameter readsAllRecords: Whether to make the indexes from the records, verifying each one, instead of
  ///   taking those of the checkpoint.
  /// - Complexity: O(bytes of the checkpoint + log behind it), or O(bytes of the store).
  package init(
    at path: String,
    io: any StorageIO = PosixStorageIO(),
    readsAllRecords: Bool = false
  ) throws(StoreError) {
    self.io = io
    paths = StorePaths(root: path)
    _ = try SuperblockSlots(io: io, paths: paths)  // says what is no store
    let entry = try ReaderMark(0, io: io, paths: paths)
    defer { withExtendedLifetime(entry) {} }
    (recovered, writer) = try Recovery.read(
      io: io,
      paths: paths,
      allowsMapping: false,
      timeout: 10_000,
      readsAllRecords: readsAllRecords
    )
    mark = try ReaderMark(recovered.state.sequence, io: io, paths: paths)
  }
}

extension StoreInspection {
  /// The oldest version that another process reads; nil if none reads one that is older than the newest.
  ///
  /// - Complexity: O(log commits) questions to the system
  package var oldestReader: SequenceNumber? {
    func isAny(_ versions: Range<SequenceNumber>) -> Bool {
      ReaderMark.isAny(in: versions, io: io, paths: paths)
    }
    // Version 0 stands for a process that does not know yet which one it will read.
    guard state.sequence > 1, isAny(1..<state.sequence) else { return nil }
    var (low, high) = (SequenceNumber(1), state.sequence)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isAny(low..<middle) { high = middle } else { low = middle }
    }
    return low
  }
}
