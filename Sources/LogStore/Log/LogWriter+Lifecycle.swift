extension LogWriter {
  /// Begins a new epoch after a recovery; the first thing that an opening for writing makes durable, even
  /// after a clean close, so that no commit ever belongs to a superblock that only the page cache knows.
  package func begin(idLimit: UInt64, wasClean: Bool, highestSegment: UInt32) throws(StoreError) {
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
      half: superblock.epoch.half,
      salt: io.random(),
      firstSequence: used + (wasClean || Sabotage.noSequenceGap.isOn ? 1 : FormatConstants.sequenceSkip)
    )
    self.idLimit = max(idLimit, superblock.idLimit)
    if Sabotage.lazyOpening.isOn, wasClean { return }
    try publish(next)
    block = 0
  }

  /// Number of the next commit.
  package var nextSequence: SequenceNumber {
    max(lastSequence + 1, superblock.epoch.firstSequence)
  }

  /// Closes the log: everything is durable in the segments, a checkpoint says where it ends, and nothing in
  /// the write-ahead log is needed.
  package func close(nextID: UInt64) throws(StoreError) {
    guard poison == nil else { return }
    try padTail()
    if !Sabotage.unsyncedClose.isOn { try syncSegments() }
    let unchanged =
      superblock.checkpoint.id != 0
      && superblock.checkpoint.position == Superblock.Position(segment: hot.segment.id, offset: hot.tail)
    try checkpoint(sealed: sealed, position: durableMark, isClean: true, renew: !unchanged, nextID: nextID)
    do {
      try hot.segment.file.truncate(to: hot.tail)  // gives back the space that was set aside
    } catch {
      throw StoreError(error, tried: "close the store")
    }
  }

  /// Makes everything durable in the segments and writes a checkpoint of it.
  func checkpoint() throws(StoreError) {
    try refuseIfPoisoned()
    try padTail()
    if !Sabotage.unsyncedCheckpointPosition.isOn { try syncSegments() }
    try checkpoint(sealed: sealed, position: durableMark, isClean: false, renew: true, nextID: nil)
  }

  /// Lets the next commit open a segment.
  func rollNext() throws(StoreError) {
    try refuseIfPoisoned()
    rollsNext = true
  }

  /// Writes a checkpoint file and the superblock that refers to it, and begins an empty epoch.
  func checkpoint(
    sealed: [SealedSegment],
    position: Superblock.DurableMark,
    isClean: Bool,
    renew: Bool,
    nextID: UInt64?
  ) throws(StoreError) {
    let old = superblock.checkpoint.id
    var next = superblock
    if renew {
      let file = CheckpointFile(
        id: old + 1,
        storeID: superblock.storeID,
        sequence: position.sequence,
        position: position.position,
        chain: position.hash,
        segments: sealed
      )
      let bytes = file.encoded()
      let path = paths.checkpoint(file.id)
      do {
        if try io.metadata(path) != nil { try io.remove(path) }
        let handle = try io.open(path, .create)
        try handle.write(bytes, at: 0)
        if !Sabotage.unsyncedCheckpoint.isOn { try handle.sync() }
        if !Sabotage.unsyncedCheckpointName.isOn { try io.syncDirectory(paths.checkpoints) }
        if Sabotage.checkpointRemovedFirst.isOn { try? io.remove(paths.checkpoint(old)) }
      } catch {
        throw StoreError(
          error,
          tried: "write a checkpoint",
          code: error.isOutOfSpace ? .outOfSpace : .inputOutput
        )
      }
      next.checkpoint = .init(
        id: file.id,
        sequence: position.sequence,
        position: position.position,
        hash: CheckpointFile.hash(bytes, superblock.storeID)
      )
    }
    next.durable = position
    next.previous = nil
    next.isClean = isClean
    next.epoch = Superblock.Epoch(
      number: superblock.epoch.number + 1,
      half: 1 - superblock.epoch.half,
      salt: io.random(),
      firstSequence: nextSequence
    )
    if let nextID { idLimit = nextID }
    try publish(next)
    block = 0
    if renew, old != 0 {
      try? io.remove(paths.checkpoint(old))  // a leftover is removed at the next opening
    }
  }
}
