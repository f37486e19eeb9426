import Synchronization

/// Space is given back by itself: `FORMAT.md`, "Compaction", says how much a store takes at most.
extension Store {
  /// Bytes of segments from which on they are compacted, and from which on commits wait for that.
  private func spaceLimits(_ open: Writer, _ state: IndexState) -> (due: Int, short: Int) {
    let live = liveBytes(state)
    let target = 1 << Int(open.log.superblock.segmentTarget)
    return (max(2 * live + 2 * target, open.spaceFloor), max(3 * live + 3 * target, open.spaceFloor))
  }

  /// Notes whether segments should be compacted, with the write side in hand.
  func noteSpace(_ open: Writer, _ state: IndexState) {
    guard options.compaction == .automatic else { return }
    let limits = spaceLimits(open, state)
    let stored = open.log.storedBytes
    if stored > limits.due { isCompactionDue.store(true, ordering: .relaxed) }
    // What a compaction writes is on the disk beside what it replaces.
    let isShort = stored + compactionOutput.load(ordering: .relaxed) > limits.short
    isSpaceShort.store(isShort, ordering: .relaxed)
  }

  /// Compacts if that is due: on a thread of its own while commits go on; in the call where there is none, or where
  /// commits come faster than the thread can give space back. Its failure is no failure of the commit before it: it
  /// is tried again when the segments have grown, and the statistics tell.
  func giveSpaceBack() {
    guard isCompactionDue.load(ordering: .relaxed) else { return }
    if work == nil || isSpaceShort.load(ordering: .relaxed) {
      while !tryToBeginCheckpointing() {
        guard !isEnding.load(ordering: .relaxed) else { return }
        io.pause(milliseconds: 1)
      }
      compactAsDue()
      endCheckpointing()
    } else if let work, tryToBeginCheckpointing() {
      let isTaken = work.checkpointing.submit { [self] in
        compactAsDue()
        endCheckpointing()
      }
      if !isTaken { endCheckpointing() }
    }
  }

  /// Gives space back for a commit for which the disk is too full.
  ///
  /// - Returns: Whether there was any.
  func findSpace() -> Bool {
    guard options.compaction == .automatic else { return false }
    // What did not help is not tried again before something has changed.
    let isFruitless = writer.withLock { $0.map { $0.fruitlessBytes == $0.log.storedBytes } ?? true }
    guard !isFruitless else { return false }
    while !tryToBeginCheckpointing() {
      // Who closes the store has the right, and may wait for this commit.
      guard !isEnding.load(ordering: .relaxed) else { return false }
      io.pause(milliseconds: 1)
    }
    defer { endCheckpointing() }
    guard !isEnding.load(ordering: .relaxed) else { return false }
    let isFreed = compactIntoReserve()
    writer.withLock { open in
      guard let stored = open?.log.storedBytes else { return }
      open?.fruitlessBytes = isFreed ? nil : stored
    }
    return isFreed
  }

  /// Compacts until the segments are below the limit, with the right to write checkpoints in hand.
  private func compactAsDue() {
    // Another thread may have done it while this one waited.
    guard isCompactionDue.exchange(false, ordering: .relaxed) else { return }
    var isDone = false
    // Where that is not enough, it is tombstones that are kept for the sake of old segments: those go with them.
    for scope in [CompactionScope.needed, .sealed] where !isDone {
      do throws(StoreError) {
        _ = try compactMakingRoom(scope)
      } catch {
        break
      }
      isDone = isBelowLimit()
    }
    writer.withLock { open in
      guard open != nil, let log = open?.log else { return }
      let target = 1 << Int(log.superblock.segmentTarget)
      open?.spaceFloor = isDone ? 0 : log.storedBytes + target
      if let open { noteSpace(open, snapshot().state) }
    }
  }

  private func isBelowLimit() -> Bool {
    writer.withLock { open in
      guard let open else { return true }
      return open.log.storedBytes <= spaceLimits(open, snapshot().state).due
    }
  }
}
