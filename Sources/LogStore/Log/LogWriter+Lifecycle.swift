extension LogWriter {
  /// Makes the end of a recovered log durable.
  ///
  /// - Returns: The superblock of a new epoch, which is not written yet.
  func beginning(
    idLimit: UInt64,
    wasClean: Bool,
    highestSegment: UInt32
  ) throws(StoreError) -> Superblock {
    if !Sabotage.unalignedMark.isOn { try padTail() }
    directoryIsDirty = true
    if !Sabotage.unsyncedRecovery.isOn { try syncSegments() }
    // Commits of the last epoch may be lost with their numbers: those count as used as well.
    let used = max(lastSequence, superblock.epoch.firstSequence &- 1)
    var next = superblock
    next.highestSegment = max(next.highestSegment, highestSegment)
    next.durable = durableMark
    next.previous = nil
    next.isClean = false
    next.epoch = Superblock.Epoch(
      number: superblock.epoch.number + 1,
      // The half with the newest groups stays: should the superblock be lost, the one before it needs them.
      half: 1 - superblock.epoch.half,
      salt: io.random(),
      firstSequence: used + (wasClean || Sabotage.noSequenceGap.isOn ? 1 : FormatConstants.sequenceSkip)
    )
    self.idLimit = max(idLimit, superblock.idLimit)
    return next
  }

  /// Begins a new epoch after a recovery; the first thing that an opening for writing makes durable, even
  /// after a clean close, so that no commit ever belongs to a superblock that only the page cache knows.
  func begin(_ beginning: Superblock) throws(StoreError) {
    if Sabotage.lazyOpening.isOn, superblock.isClean { return }
    try publish(beginning)
    beginEpoch(at: beginning.durable)
  }

  /// Number of the next commit.
  package var nextSequence: SequenceNumber {
    max(lastSequence + 1, superblock.epoch.firstSequence)
  }

  /// Closes the log: everything is durable in the segments, and nothing in the write-ahead log is needed.
  ///
  /// - Parameter state: The newest version, if a checkpoint of it is to be written; nil if the next opening may
  ///   go on from the checkpoint that counts.
  package func close(nextID: UInt64, checkpointing state: IndexState?) throws(StoreError) {
    guard poison == nil, deferredOpening == nil || state != nil else { return }
    let pending = try prepareCheckpoint(syncing: !Sabotage.unsyncedClose.isOn)
    var written: Superblock.Checkpoint?
    if let state {
      do throws(StoreError) {
        written = try CheckpointFiles.write(state, pending.header, io: io, paths: paths)
      } catch {
        // Without room for a new one, or sound indexes to write, the old one goes on to count.
        guard error.code == .outOfSpace || error.code == .checkpointCorrupt else { throw error }
      }
    }
    try beginEmptyEpoch(at: pending.mark, checkpoint: written, isClean: true, nextID: nextID)
    do {
      try hot.segment.file.truncate(to: hot.tail)  // gives back the space that was set aside
    } catch {
      throw StoreError(error, tried: "close the store")
    }
  }

  /// Lets the next commit open a segment.
  func rollNext() throws(StoreError) {
    try prepareToWrite()
    rollsNext = true
  }

  /// Makes the end of the log durable and begins an empty epoch there.
  ///
  /// - Parameter checkpoint: One that ends at the same place; nil keeps the one that counts.
  func beginEmptyEpoch(
    at mark: Superblock.DurableMark,
    checkpoint: Superblock.Checkpoint?,
    isClean: Bool,
    nextID: UInt64
  ) throws(StoreError) {
    var next = superblock
    if let checkpoint { next.checkpoint = checkpoint }
    next.durable = mark
    next.previous = nil
    next.isClean = isClean
    next.epoch = Superblock.Epoch(
      number: superblock.epoch.number + 1,
      half: 1 - superblock.epoch.half,
      salt: io.random(),
      firstSequence: nextSequence
    )
    idLimit = nextID
    if checkpoint == nil { try publish(next) } else { try publishCheckpoint(next) }
    beginEpoch(at: mark)
  }
}
