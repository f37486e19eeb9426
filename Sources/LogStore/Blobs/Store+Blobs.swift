import Synchronization

extension Store {
  /// Bytes from which on values of external attributes belong in a blob.
  public var blobThreshold: Int { options.blobThreshold }

  /// Begins a large value. What it gives is attached to the batch whose record names it.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`, `readOnly`, `closed`, `poisoned`.
  public func makeBlobWriter() throws(StoreError) -> BlobWriter {
    // The opening is completed first: it removes blobs that nobody names.
    try withOpenWriter("write a blob") { open throws(StoreError) in try open.log.prepareToWrite() }
    return try blobs.makeWriter()
  }

  /// Writes a large value in one go.
  ///
  /// - Throws: As `makeBlobWriter()` and `BlobWriter.append`.
  public func writeBlob(_ value: UnsafeRawBufferPointer) throws(StoreError) -> PendingBlob {
    let writer = try makeBlobWriter()
    try writer.append(value)
    return try writer.finish()
  }

  /// Ends the blobs of a batch that was committed.
  func end(_ pending: [PendingBlob], _ receipt: CommitReceipt) {
    for blob in pending {
      if receipt.unusedBlobs.contains(blob.id) { blob.remove() } else { blob.release() }
    }
  }

  /// Ends the blobs of a batch whose commit may have happened or not: the next opening sees what it names. Those of one
  /// that did not happen stay pending, for another try.
  func end(_ pending: [PendingBlob], after error: StoreError) {
    for blob in pending {
      if error.code == .commitOutcomeUnknown { blob.release() } else { blob.giveBack() }
    }
  }

  // MARK: Removing

  /// Removes the files of blobs that durable commits have given up and that nobody reads any more.
  package func removeReleasedBlobs() {
    guard blobs.releasedCount.load(ordering: .relaxed) > 0 else { return }
    let durable = writer.withLock { open -> SequenceNumber in
      guard let open, !open.isClosed else { return 0 }
      return open.log.durableSequence
    }
    removeReleasedBlobs(upTo: durable)
  }

  /// The same for blobs that commits up to one have given up.
  func removeReleasedBlobs(upTo durable: SequenceNumber) {
    let oldest = compaction.withLock { $0.oldestVersion }
    blobs.removeReleased(upTo: min(durable, oldest ?? .max))
  }

  /// Removes files that no record names: what was left because somebody read it, or because it could not be removed.
  func removeOrphanBlobs() {
    removeReleasedBlobs()
    guard !hidesDamage, var sweep = try? BlobSweep(blobs.files) else { return }
    // In this order. What stops being pending is in the version then; what leaves a version was noted as released
    // before it was published; a commit whose outcome nobody knows has poisoned the store before its blobs stop
    // being pending.
    let pending = blobs.state.withLock { $0.pending }
    let version = snapshot()
    let released = blobs.state.withLock { Set($0.released.map(\.id)) }
    guard failure == nil else { return }
    sweep.spare { pending.contains($0.id) || released.contains($0.id) }
    sweep.removeOrphans(of: version.state)
  }
}

extension CommitReceipt {
  /// The same for a batch of which nothing was written.
  func leavingOut(_ blobs: [PendingBlob]) -> CommitReceipt {
    var receipt = self
    receipt.unusedBlobs = Set(blobs.map(\.id))
    return receipt
  }
}

extension BlobFiles {
  /// Removes what no record of a version names, before anybody else writes.
  func clean(for state: IndexState) {
    guard var sweep = try? BlobSweep(self) else { return }
    sweep.removeOrphans(of: state)
    sweep.removeEmptyShards()
  }
}
