import Synchronization

extension Store {
  /// Writes all indexes to a new checkpoint, over which the newest version then lies: memory that they took is
  /// free again, and the next opening has nothing to replay. Commits go on meanwhile.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`: nothing was changed; `checkpointCorrupt` if the indexes are damaged;
  ///   `poisoned`.
  /// - Complexity: O(entries of all indexes).
  package func checkpoint() throws(StoreError) {
    beginCheckpointing()
    defer { endCheckpointing() }
    try writeCheckpoint()
  }

  /// Notes whether a checkpoint should be written after a commit.
  func noteDueCheckpoint(_ open: inout Writer, _ state: IndexState) {
    let behind = open.log.logBehindCheckpoint
    guard behind > bytesBeforeCheckpoint(state), behind / 2 >= open.failedCheckpoint else { return }
    isCheckpointDue.store(true, ordering: .relaxed)
  }

  /// Writes a checkpoint if one is due: on a thread of its own while commits go on, or at once where the options ask
  /// for that. Its failure is no failure of the commit before it: it is tried again when the log has grown.
  func writeDueCheckpoint() {
    giveSpaceBack()
    guard isCheckpointDue.load(ordering: .relaxed), tryToBeginCheckpointing() else { return }
    let job: @Sendable () -> Void = { [self] in
      defer { endCheckpointing() }
      do throws(StoreError) {
        try writeCheckpoint()
      } catch {
        // Nothing has changed, or a failed sync has poisoned the log, which the next commit reports.
        writer.withLock { open in
          if let behind = open?.log.logBehindCheckpoint { open?.failedCheckpoint = behind }
        }
      }
    }
    guard let work else { return job() }
    if !work.checkpointing.submit(job) { endCheckpointing() }
  }

  /// A checkpoint that is being written, of that version.
  struct CheckpointInHand: Sendable {
    fileprivate var pending: LogWriter.PendingCheckpoint
    /// The version at that place.
    let base: Snapshot
    /// What it holds of that version: the same, but for what an exchange has moved.
    fileprivate var state: IndexState
    /// Identity of the store.
    var storeID: StoreID { pending.header.storeID }
    /// Segments that it exchanges.
    fileprivate var exchange: SegmentExchange?

    /// Lets the checkpoint say that records lie in other segments than they do in the version in memory.
    ///
    /// - Throws: if the indexes are damaged.
    mutating func exchanging(_ exchange: SegmentExchange) throws(StoreError) {
      state = try exchange.applied(to: base.state)
      pending.header.segments = exchange.applied(to: pending.header.segments)
      self.exchange = exchange
    }
  }

  /// Writes a checkpoint and makes it count. The writer lock is held for its place in the log at the beginning, and
  /// at the end for the superblock and for laying what has changed meanwhile over the new checkpoint.
  private func writeCheckpoint() throws(StoreError) { try finishCheckpoint(beginCheckpoint()) }

  /// Chooses the place in the log for a checkpoint of the newest version.
  private func beginCheckpoint() throws(StoreError) -> CheckpointInHand {
    try withWriter("write a checkpoint") { writer throws(StoreError) in
      let hand = try beginCheckpoint(&writer)
      isCheckpointDue.store(false, ordering: .relaxed)
      return hand
    }
  }

  /// The same with the write side in hand.
  func beginCheckpoint(_ writer: inout Writer) throws(StoreError) -> CheckpointInHand {
    let pending = try writer.log.prepareCheckpoint()
    let base = snapshot()
    return CheckpointInHand(pending: pending, base: base, state: base.state)
  }

  /// Writes a checkpoint, makes it count, and removes what it makes superfluous.
  func finishCheckpoint(_ hand: CheckpointInHand) throws(StoreError) {
    let paths = StorePaths(root: path)
    let written = try write(hand, paths)
    do throws(StoreError) {
      // The old version is let go of without the lock: that takes a while.
      _ = try withWriter("write a checkpoint") { writer throws(StoreError) -> IndexVersion in
        let state = try present(hand, written, writer.log)
        let inputs = hand.exchange?.inputs ?? []
        try writer.log.adopt(written, hand.pending, retiring: inputs)
        writer.failedCheckpoint = 0
        if let exchange = hand.exchange {
          compaction.withLock { ledger in
            for input in inputs { ledger.unlink(hand.base.state.segments[input.id], size: Int(input.size)) }
          }
          writer.log.sealed = exchange.applied(to: writer.log.sealed)
          writer.log.adjustSegmentTarget(liveBytes: state.liveBytes, shrinks: options.segmentSize == nil)
          // A list alone waits for the room of a checkpoint, which the next commit tries.
          let isAlone = state.checkpoint?.header.id != written.id
          isCheckpointDue.store(isAlone, ordering: .relaxed)
        }
        return publish(state)
      }
      // Readers that hold them go on with what they have open; what stays is removed at the next opening.
      for segment in hand.exchange?.inputs ?? [] {
        do throws(StoreError) {
          try hand.base.state.segments[segment.id]?.hold()
        } catch {
          continue
        }
        try? io.remove(paths.segment(segment.id))
      }
    } catch {
      // Nothing refers to it, unless the write of the superblock failed: then the next opening knows.
      if error.code != .poisoned { CheckpointFiles.remove(hand.pending.header.id, io: io, paths: paths) }
      throw error
    }
  }

  /// Writes a checkpoint to the disk; on a full one, where segments wait for it to go, only the list of those that
  /// count, so that there is room for a checkpoint once they have gone.
  private func write(
    _ hand: CheckpointInHand,
    _ paths: StorePaths
  ) throws(StoreError) -> Superblock.Checkpoint {
    do throws(StoreError) {
      return try CheckpointFiles.write(hand.state, hand.pending.header, io: io, paths: paths)
    } catch {
      guard error.code == .outOfSpace, hand.exchange != nil else { throw error }
      return try SegmentList.writeAlone(hand.state, hand.pending.header, io: io, paths: paths)
    }
  }

  /// The newest version over a checkpoint that is about to count.
  private func present(
    _ hand: CheckpointInHand,
    _ written: Superblock.Checkpoint,
    _ log: LogWriter
  ) throws(StoreError) -> IndexState {
    var superblock = log.superblock
    superblock.checkpoint = written
    let image = openedCheckpoint(superblock)
    let newest = snapshot().state
    guard let exchange = hand.exchange else { return newest.over(image, since: hand.state) }
    return try exchange.applied(to: newest, over: image, copiedFrom: hand.base.state, as: hand.state)
  }

  /// The checkpoint of a superblock, ready to be read; nil if it cannot be, and the indexes stay in memory.
  func openedCheckpoint(_ superblock: Superblock) -> CheckpointImage? {
    try? CheckpointFiles.open(
      superblock,
      io: io,
      paths: StorePaths(root: path),
      allowsMapping: options.allowsMapping
    )
  }

  /// Whether a close should write a checkpoint: when replaying would take longer than an opening should, or the
  /// present one is damaged.
  func isCheckpointDueAtClose(_ log: LogWriter, _ state: IndexState) -> Bool {
    let isDamaged = state.checkpoint.map { $0.problem != nil } ?? (log.superblock.checkpoint.id != 0)
    if isDamaged || state.checkpoint?.header.id ?? 0 != log.superblock.checkpoint.id { return true }
    let limit = options.checkpointBytes ?? max(32 << 10, state.liveBytes / 256)
    return log.logBehindCheckpoint > UInt64(clamping: limit)
  }

  /// Bytes of the log behind a checkpoint from which on commits see to a new one: half of the store, so that the
  /// work of all checkpoints stays in proportion to what is written.
  private func bytesBeforeCheckpoint(_ state: IndexState) -> UInt64 {
    UInt64(clamping: options.checkpointBytes ?? max(8 << 20, state.liveBytes / 2))
  }

  // MARK: One at a time

  /// Takes the right to write a checkpoint, without waiting.
  ///
  /// - Returns: false if another thread has it.
  func tryToBeginCheckpointing() -> Bool {
    isCheckpointing.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing)
      .exchanged
  }

  /// Takes the right to write a checkpoint, or to take the log away from under one. Not while holding the writer
  /// lock, which the thread that has the right may need.
  func beginCheckpointing() {
    while !tryToBeginCheckpointing() { io.pause(milliseconds: 1) }
  }

  /// Gives the right back.
  func endCheckpointing() { isCheckpointing.store(false, ordering: .releasing) }
}
