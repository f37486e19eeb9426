extension LogWriter {
  /// A checkpoint that is about to be written: the place in the log that it covers everything before.
  struct PendingCheckpoint {
    var header: CheckpointHeader
    var mark: Superblock.DurableMark
  }

  /// Bytes of the log behind the checkpoint that counts: what an opening would have to replay.
  var logBehindCheckpoint: UInt64 {
    let position = superblock.checkpoint.position
    var total = hot.tail
    if hot.segment.id == position.segment { return total - min(total, position.offset) }
    for segment in sealed.reversed() where segment.kind == .hot && segment.id >= position.segment {
      total += segment.size - (segment.id == position.segment ? min(segment.size, position.offset) : 0)
    }
    return total
  }

  /// Chooses the present end of the log for a checkpoint: padded, and everything before it durable.
  ///
  /// - Parameter syncing: Always, but for a deliberate fault.
  func prepareCheckpoint(
    syncing: Bool = !Sabotage.unsyncedCheckpointPosition.isOn
  ) throws(StoreError) -> PendingCheckpoint {
    try prepareToWrite()
    try padTail()
    if syncing { try syncSegments() }
    let mark = durableMark
    highestCheckpoint = max(highestCheckpoint, superblock.checkpoint.id) + 1
    let header = CheckpointHeader(
      id: highestCheckpoint,
      storeID: superblock.storeID,
      sequence: mark.sequence,
      position: mark.position,
      chain: mark.hash,
      segments: sealed
    )
    return PendingCheckpoint(header: header, mark: mark)
  }

  /// Makes a checkpoint count that was written while commits went on.
  ///
  /// - Parameter retired: Segments that no superblock needs any more when it returns.
  func adopt(
    _ checkpoint: Superblock.Checkpoint,
    _ pending: PendingCheckpoint,
    retiring retired: [SealedSegment]
  ) throws(StoreError) {
    try prepareToWrite()
    var next = superblock
    next.checkpoint = checkpoint
    // The durable mark never falls: a half switch may have passed the checkpoint meanwhile.
    if next.durable.sequence <= pending.mark.sequence, next.durable.isBehind(pending.mark) {
      next.durable = pending.mark
    }
    try publishCheckpoint(next, retiring: retired)
  }

  /// Makes a superblock count that names a new checkpoint, and removes the one before.
  func publishCheckpoint(
    _ next: Superblock,
    retiring retired: [SealedSegment] = []
  ) throws(StoreError) {
    if retired.isEmpty || !Sabotage.unsyncedCompactionNames.isOn { try syncNames() }
    let old = superblock.checkpoint.id
    if Sabotage.checkpointRemovedFirst.isOn { removeCheckpoint(old) }
    if Sabotage.unlinkBeforeRelocate.isOn {
      for segment in retired { try? io.remove(paths.segment(segment.id)) }
    }
    try publish(next)
    // Twice, into two slots: the root before it refers to files that are about to go.
    if old != 0 || !retired.isEmpty { try publish(superblock) }
    removeCheckpoint(old)
  }

  /// Removes the files of a checkpoint that does not count any more.
  func removeCheckpoint(_ id: UInt64) { CheckpointFiles.remove(id, io: io, paths: paths) }
}
