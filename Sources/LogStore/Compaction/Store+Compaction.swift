import Synchronization

extension Store {
  /// Rewrites the live records into new segments and gives the space of all others back.
  ///
  /// The new segments are written and synced beside the old ones, while readers and commits go on. Then a checkpoint
  /// is written that knows the records at their new places, and one write of the superblock switches to it; a crash
  /// before it leaves the store as it was, after it the old files are removed at the next opening. Commits wait at
  /// the beginning and at the end for a moment. What is committed meanwhile is not rewritten.
  ///
  /// - Throws: `recordCorrupt` if a live record is damaged, `outOfSpace`; the store is then as it was.
  /// - Complexity: reads and writes every live record once; needs that much free space.
  @discardableResult
  public func compact() throws(StoreError) -> CompactionReport { try compact(reencrypting: false) }

  /// Compacts as `compact()` does, and on request seals values anew on the way that are sealed under another data key
  /// than the newest: when it returns no record needs the others, but those of snapshots and older copies of the store.
  ///
  /// - Throws: As `compact()`; `keyMissing`, `wrongKey`, `keysCorrupt`, `sealCorrupt` where a value cannot be opened.
  @discardableResult
  public func compact(reencrypting: Bool) throws(StoreError) -> CompactionReport {
    beginCheckpointing()
    defer { endCheckpointing() }
    let report = try compactMakingRoom(reencrypting ? .everythingResealed : .everything)
    removeOrphanBlobs()
    return report
  }

  /// Rewrites a few sealed segments, those that are worth most, as it is done in the background when there is need.
  package func compactStep(segments count: Int) throws(StoreError) -> CompactionReport {
    beginCheckpointing()
    defer { endCheckpointing() }
    return try compact(.some(count))
  }

  /// What a compaction takes.
  enum CompactionScope: Sendable, Equatable {
    /// All records, those in the hot segment too.
    case everything
    /// The same, and values are sealed under the newest data key.
    case everythingResealed
    /// All sealed segments.
    case sealed
    /// Sealed segments that give back what is needed.
    case needed
    /// At most so many sealed segments.
    case some(Int)
    /// Sealed segments of which at most so many bytes have to be copied.
    case fitting(Int)

    /// Whether no segment is left out.
    var takesAll: Bool { self == .everything || self == .everythingResealed }
  }

  /// Compacts, with the right to write checkpoints in hand. Segments that turn out to be damaged are left alone, but
  /// for a compaction of everything, which fails.
  func compact(_ scope: CompactionScope) throws(StoreError) -> CompactionReport {
    while true {
      var run = try plan(scope)
      do throws(StoreError) {
        if !run.victims.isEmpty { try perform(&run) }
        return CompactionReport(
          bytesBefore: run.storedBytes,
          bytesAfter: writer.withLock { $0?.log.storedBytes } ?? 0,
          recordsKept: run.recordsKept
        )
      } catch {
        compaction.withLock { ledger in
          ledger.progress = nil
          if error.code != .closed { ledger.problem = error }
          if let damaged = run.damagedSegment { ledger.damaged.insert(damaged) }
        }
        guard !scope.takesAll, run.damagedSegment != nil else { throw error }
      }
    }
  }

  /// Compacts; where the disk is too full for it, after as much has been given back as the reserve allows.
  func compactMakingRoom(_ scope: CompactionScope) throws(StoreError) -> CompactionReport {
    let before = writer.withLock { $0?.log.storedBytes } ?? 0
    do throws(StoreError) {
      return try compact(scope)
    } catch {
      guard error.code == .outOfSpace, compactIntoReserve() else { throw error }
    }
    var report = try compact(scope)
    report.bytesBefore = before
    return report
  }

  /// Compacts what can be copied to the space of the reserve, and goes on with what that gives back.
  ///
  /// - Returns: Whether anything was given back.
  func compactIntoReserve() -> Bool {
    let found = writer.withLock { open in
      open.flatMap { $0.isClosed || $0.log.poison != nil ? nil : $0.log.spaceReserve }
    }
    guard let reserve = found else { return false }
    reserve.release()
    // Where it cannot be filled up again yet, the next commit tries.
    defer { try? reserve.restore() }
    var isFreed = false
    while true {
      let free = (try? io.freeBytes(path)) ?? 0
      // The rest is for the list, for what names take, and for the ends of segments.
      guard let report = try? compact(.fitting(Int(clamping: free / 4 * 3))),
        report.bytesAfter < report.bytesBefore
      else { return isFreed }
      isFreed = true
    }
  }

  private func plan(_ scope: CompactionScope) throws(StoreError) -> CompactionRun {
    let (checkpoint, sealed, target, storedBytes) = try withWriter("compact the store") {
      writer throws(StoreError) -> (CheckpointInHand, [SealedSegment], Int, Int) in
      try writer.log.prepareToWrite()
      if scope.takesAll { try writer.log.beginSegment(nextID: ids.withLock { $0.next }) }
      let target = 1 << Int(writer.log.superblock.segmentTarget)
      return (try beginCheckpoint(&writer), writer.log.sealed, target, writer.log.storedBytes)
    }
    let base = checkpoint.base
    let firstHistory = try base.state.firstHistory(
      notBefore: options.oldestHistory(at: io.now()),
      bytes: options.historyBytes
    )
    let damaged = compaction.withLock { $0.damaged }
    var victims = scope.takesAll ? sealed : sealed.filter { !damaged.contains($0.id) }
    switch scope {
    case .everything, .everythingResealed, .sealed: break
    case .needed:
      let usage = try SegmentUsage(base.state, firstHistory: firstHistory)
      let live = liveBytes(base.state)
      let choice = VictimChoice(among: victims, usage: usage, sequence: base.sequence)
      victims = choice.victims(
        freeing: storedBytes - live - live / 2 - target,
        copying: live / 4 * 3 + target
      )
    case .fitting(let bytes):
      let usage = try SegmentUsage(base.state, firstHistory: firstHistory)
      victims = VictimChoice(among: victims, usage: usage, sequence: base.sequence)
        .victims(freeing: .max, copying: bytes)
    case .some(let count):
      let usage = try SegmentUsage(base.state, firstHistory: firstHistory)
      let choice = VictimChoice(among: victims, usage: usage, sequence: base.sequence)
      victims = Array(choice.victims(freeing: .max, copying: .max).prefix(count))
    }
    let inputs = Set(victims.map(\.id))
    return CompactionRun(
      checkpoint: checkpoint,
      victims: victims,
      staying: sealed.filter { !inputs.contains($0.id) },
      segmentTarget: target,
      storedBytes: storedBytes,
      firstHistory: firstHistory,
      resealer: scope == .everythingResealed && base.catalog.hasSealedLayouts
        ? RecordResealer(sealing, try sealing.keys(), base.catalog) : nil
    )
  }

  /// Copies, and switches over to the copies.
  private func perform(_ run: inout CompactionRun) throws(StoreError) {
    do throws(StoreError) {
      try run.copy { sequence throws(StoreError) in
        try withOpenWriter("compact the store") { writer throws(StoreError) in
          try writer.log.createCold(after: sequence)
        }
      } progress: { progress throws(StoreError) in
        compaction.withLock { $0.progress = progress }
        compactionOutput.store(progress.bytesCopied, ordering: .relaxed)
        guard isEnding.load(ordering: .relaxed) else { return }
        throw StoreError(
          .closed,
          tried: "compact the store",
          path: path,
          found: "it is being closed",
          remedy: "Open it again."
        )
      }
      var checkpoint = run.checkpoint
      try checkpoint.exchanging(run.exchange)
      try finishCheckpoint(checkpoint)
      compactionOutput.store(0, ordering: .relaxed)
    } catch {
      compactionOutput.store(0, ordering: .relaxed)
      // After a failed sync nothing is known of their names: those stay, so that they are not used again.
      if error.code != .poisoned { run.removeOutput(io) }
      throw error
    }
    compaction.withLock { ledger in
      ledger.runs += 1
      ledger.bytesCopied += run.bytesWritten
      ledger.bytesFreed += max(0, run.inputBytes - run.bytesWritten)
      ledger.progress = nil
      if ledger.damaged.isEmpty { ledger.problem = nil }
    }
  }

  /// Bytes that compaction keeps of a version.
  func liveBytes(_ state: IndexState) -> Int {
    state.liveBytes + min(state.historyBytes, max(0, options.historyBytes))
  }
}
