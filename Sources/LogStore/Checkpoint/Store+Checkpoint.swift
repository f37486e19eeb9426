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
    fileprivate var state: IndexState
    /// The version before an exchange of segments; letting it go takes a while.
    fileprivate var replaced: IndexVersion?
  }

  /// Writes a checkpoint and makes it count. The writer lock is held for its place in the log at the beginning, and
  /// at the end for the superblock and for laying what has changed meanwhile over the new checkpoint.
  private func writeCheckpoint() throws(StoreError) { try finishCheckpoint(beginCheckpoint()) }

  /// Chooses the place in the log for a checkpoint of the newest version.
  ///
  /// - Parameter exchange: Segments to exchange in that version first. When it throws, nothing has been exchanged.
  func beginCheckpoint(exchanging exchange: SegmentExchange? = nil) throws(StoreError) -> CheckpointInHand {
    try withWriter("write a checkpoint") { writer throws(StoreError) in
      var hand = CheckpointInHand(pending: try writer.log.prepareCheckpoint(), state: snapshot().state)
      if let exchange {
        let before = hand.state.segments
        hand.state = try exchange.applied(to: hand.state)
        compaction.withLock { ledger in
          for input in exchange.inputs { ledger.unlink(before[input.id], size: Int(input.size)) }
        }
        writer.log.exchange(exchange.inputs, for: exchange.outputs)
        writer.log.adjustSegmentTarget(
          liveBytes: hand.state.liveBytes,
          shrinks: options.segmentSize == nil
        )
        hand.pending.header.segments = writer.log.sealed
        hand.replaced = publish(hand.state)
      }
      isCheckpointDue.store(false, ordering: .relaxed)
      return hand
    }
  }

  /// Writes a checkpoint, makes it count, and removes what it makes superfluous.
  func finishCheckpoint(_ hand: CheckpointInHand) throws(StoreError) {
    let paths = StorePaths(root: path)
    let written = try write(hand, paths)
    do throws(StoreError) {
      let (gone, _) = try withWriter("write a checkpoint") {
        writer throws(StoreError) -> ([SealedSegment], IndexVersion) in
        let gone = try writer.log.adopt(written, hand.pending)
        writer.failedCheckpoint = 0
        return (gone, publish(snapshot().state.over(openedCheckpoint(writer.log), since: hand.state)))
      }
      // Readers that hold them go on with what they have open; what stays is removed at the next opening.
      for segment in gone { try? io.remove(paths.segment(segment.id)) }
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
      guard error.code == .outOfSpace, writer.withLock({ $0?.log.retired.isEmpty == false }) else {
        throw error
      }
      return try SegmentList.writeAlone(hand.state, hand.pending.header, io: io, paths: paths)
    }
  }

  /// The checkpoint that counts, ready to be read; nil if it cannot be, and the indexes stay in memory.
  func openedCheckpoint(_ log: LogWriter) -> CheckpointImage? {
    try? CheckpointFiles.open(
      log.superblock,
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
