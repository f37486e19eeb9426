import Synchronization

/// The external blobs of an open store: those that are being written, and those that a commit has given up.
final class BlobStore: Sendable {
  /// A blob that no version from a commit on names.
  struct Released: Sendable, Equatable {
    var id: BlobID
    var sequence: SequenceNumber
  }

  /// What is known of files that no index tells of.
  struct State: Sendable {
    /// Blobs that are being written, or whose commit is on its way.
    var pending: Set<BlobID> = []
    /// By rising number of the commit.
    var released: [Released] = []
  }

  /// Names whose syncs must not get between one another: after a failed one nobody goes on.
  struct Names: Sendable {
    /// Directories whose names this opening has made durable.
    var durableShards: Set<String> = []
    var failure: StoreError?
  }

  let files: BlobFiles
  let state = Lock(State())
  let names = Lock(Names())
  /// Entries of `released`.
  let releasedCount = Atomic<Int>(0)

  var io: any StorageIO { files.io }
  var paths: StorePaths { files.paths }

  init(_ files: BlobFiles) { self.files = files }

  // MARK: Writing

  /// Begins a blob.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`; `poisoned` once the sync of a directory failed.
  func makeWriter() throws(StoreError) -> BlobWriter {
    if let failure = names.withLock({ $0.failure }) { throw failure }
    let id = BlobID(high: io.random(), low: io.random())
    state.withLock { _ = $0.pending.insert(id) }
    do throws(StorageIOError) {
      let shard = paths.blobShard(id.shard)
      if try io.metadata(shard) == nil {
        do throws(StorageIOError) {
          try io.createDirectory(shard)
        } catch {
          // Another thread may have been quicker.
          guard error.knownCode == .alreadyExists else { throw error }
        }
      }
      return try BlobWriter(id, try io.open(paths.temporaryBlob(id), .create), in: self)
    } catch {
      discard(id, at: paths.temporaryBlob(id))
      throw PendingBlob.failure(error)
    }
  }

  /// Forgets a blob that is not pending any more.
  func forget(_ id: BlobID) { state.withLock { _ = $0.pending.remove(id) } }

  /// Removes the file of a blob that no commit takes.
  func discard(_ id: BlobID, at path: String) {
    try? io.remove(path)  // what stays goes at the next opening
    forget(id)
  }

  /// Takes blobs for one commit, all or none.
  ///
  /// - Throws: `invalidArgument` for one that cannot be had.
  func claim(_ blobs: [PendingBlob]) throws(StoreError) {
    for (index, blob) in blobs.enumerated() {
      do throws(StoreError) {
        try blob.claim(for: self)
      } catch {
        for claimed in blobs[..<index] { claimed.giveBack() }
        throw error
      }
    }
  }

  /// Makes the names of claimed blobs durable: rename all, sync the directories. Those of an attempt that failed are
  /// brought to its end.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`; `poisoned` once the sync of a directory failed.
  func name(_ blobs: [PendingBlob]) throws(StoreError) {
    let new = blobs.filter(\.needsName)
    guard !new.isEmpty else { return }
    try names.withLock { names throws(StoreError) in try rename(new, &names) }
  }

  private func rename(_ blobs: [PendingBlob], _ names: inout Names) throws(StoreError) {
    if let failure = names.failure { throw failure }
    let shards = Set(blobs.map(\.id.shard))
    do throws(StorageIOError) {
      for blob in blobs where blob.isTemporary {
        try io.rename(paths.temporaryBlob(blob.id), to: paths.blob(blob.id))
        blob.noteRename()
      }
    } catch {
      throw PendingBlob.failure(error)
    }
    if !Sabotage.unsyncedBlobName.isOn { try sync(shards, &names) }
    for blob in blobs { blob.noteName() }
  }

  private func sync(_ shards: Set<String>, _ names: inout Names) throws(StoreError) {
    do throws(StorageIOError) {
      for shard in shards.sorted() { try io.syncDirectory(paths.blobShard(shard)) }
      if !shards.isSubset(of: names.durableShards) { try io.syncDirectory(paths.blobs) }
    } catch {
      // Names may be left that only the cache knows, and that no later sync makes durable.
      let failure = StoreError(
        .poisoned,
        tried: "make the names of blobs durable",
        path: error.path,
        found: error.description,
        remedy: "Close and reopen the store; this commit was not made, earlier ones are safe."
      )
      names.failure = failure
      throw failure
    }
    names.durableShards.formUnion(shards)
  }

  // MARK: Removing

  /// Notes blobs that a commit gives up, before it is published.
  func release(_ blobs: [Released]) {
    guard !blobs.isEmpty else { return }
    state.withLock { state in
      state.released += blobs
      releasedCount.store(state.released.count, ordering: .relaxed)
    }
  }

  /// Removes blobs that commits up to one have given up, as far as no process that only reads may still want them.
  func removeReleased(upTo sequence: SequenceNumber) {
    let given = state.withLock { state in Array(state.released.prefix { $0.sequence <= sequence }) }
    guard !given.isEmpty else { return }
    let due = Set(given.prefix(countUnread(given)).map(\.id))
    let mine = state.withLock { state in
      let mine = state.released.filter { due.contains($0.id) }
      state.released.removeAll { due.contains($0.id) }
      releasedCount.store(state.released.count, ordering: .relaxed)
      return mine
    }
    // What stays is removed by a compaction or the next opening.
    for blob in mine { try? io.remove(paths.blob(blob.id)) }
  }

  /// Removes blobs whatever commit gives them up: only for a deliberate fault.
  func removeAtOnce(_ blobs: [BlobID]) {
    for blob in blobs { try? io.remove(paths.blob(blob)) }
  }

  /// How many of some blobs no other process can want.
  private func countUnread(_ blobs: [Released]) -> Int {
    var unread = 0
    while unread < blobs.count {
      let sequence = blobs[unread].sequence
      guard !ReaderMark.isAny(in: 0..<sequence, io: io, paths: paths) else { break }
      while unread < blobs.count, blobs[unread].sequence == sequence { unread += 1 }
    }
    return unread
  }
}
