extension LogWriter {
  /// Milliseconds within which a half has to fill for the other one to be doubled.
  private static let growthInterval: Int64 = 10_000

  /// Switches to the other half if a commit with that many bytes of records does not fit the rest of the
  /// active one. No group may be waiting.
  func makeRoomInHalf(for payload: Int) throws(StoreError) {
    if !hasRoomInHalf(for: payload) { try switchHalf() }
  }

  /// Everything in the log so far becomes durable in the segments; then the superblock, in one write, retires
  /// the active half and takes the other one into use (FORMAT.md, "Half switch").
  func switchHalf() throws(StoreError) {
    try prepareToWrite()
    try padTail()
    try collectBackgroundWork(waits: true)
    // Usually all before the active epoch was made durable meanwhile; what this epoch wrote stays in its half.
    if !isSyncedToEpoch {
      if !Sabotage.unsyncedSwitch.isOn { try syncSegments() }
      epochStart = durableMark
    }
    let other = 1 - superblock.epoch.half
    var next = superblock
    // A checkpoint may have made more durable than that.
    if superblock.durable.isBehind(epochStart), !Sabotage.halfReusedEarly.isOn { next.durable = epochStart }
    next.previous = Superblock.PreviousEpoch(
      half: superblock.epoch.half,
      salt: superblock.epoch.salt,
      firstSequence: superblock.epoch.firstSequence,
      lastSequence: lastSequence,
      endBlock: block
    )
    next.epoch = Superblock.Epoch(
      number: superblock.epoch.number + 1,
      half: other,
      salt: io.random(),
      firstSequence: nextSequence
    )
    try publish(next)
    beginEpoch(at: durableMark)
  }

  /// Goes on at the beginning of the half that the superblock names now.
  ///
  /// - Parameter mark: The padded tail.
  func beginEpoch(at mark: Superblock.DurableMark) {
    block = 0
    syncedBlock = 0
    halfStarted = io.now()
    epochStart = mark
    isSyncedToEpoch = false
    isBackgroundWorkDone = false
  }

  /// What is to be done in the background from half full on, so that the next change of halves waits for
  /// nothing; nil if that is not yet so, or was begun already.
  func backgroundTask() -> BackgroundSync.Task? {
    let size = superblock.halfSize(superblock.epoch.half)
    guard !isBackgroundWorkDone, poison == nil, 2 * Int(block) * FormatConstants.blockSize >= size else {
      return nil
    }
    isBackgroundWorkDone = true
    var task = BackgroundSync.Task(
      epoch: superblock.epoch.number,
      segments: unsynced.map(\.file),
      directory: directoryIsDirty ? paths.segments : nil,
      half: nil
    )
    unsynced = []
    directoryIsDirty = false
    let other = 1 - superblock.epoch.half
    let log = other == 0 ? superblock.halves.0 : superblock.halves.1
    if log < FormatConstants.largestHalf, io.now() - halfStarted < Self.growthInterval / 2 {
      task.half = (paths.half(other), 1 << Int(log), spaceReserve)
    }
    background.begin()
    return task
  }

  /// Takes note of what was done in the background.
  ///
  /// - Parameter waits: Whether to wait for work that is under way.
  func collectBackgroundWork(waits: Bool) throws(StoreError) {
    guard let outcome = background.take(waits: waits) else { return }
    if let failure = outcome.failure { throw poisoned(failure, tried: "sync the segments") }
    guard outcome.epoch == superblock.epoch.number else { return }
    isSyncedToEpoch = true
    let other = 1 - superblock.epoch.half
    if outcome.hasGrown { grownHalf = (other, (other == 0 ? superblock.halves.0 : superblock.halves.1) + 1) }
  }

  /// The durable mark at the present tail, which has to be padded and synced.
  var durableMark: Superblock.DurableMark {
    Superblock.DurableMark(
      position: .init(segment: hot.segment.id, offset: hot.tail),
      hash: hot.chain,
      sequence: lastSequence
    )
  }

  /// Writes the next generation of the superblock into its slot; durable when it returns.
  package func publish(_ next: Superblock) throws(StoreError) {
    var next = next
    next.generation = superblock.generation + 1
    next.idLimit = idLimit
    if let (half, log) = grownHalf {
      if half == 0 { next.halves.0 = log } else { next.halves.1 = log }
    }
    let slot = next.generation % SuperblockSlots.count
    // A superblock is durable at once, and so must be all that it follows.
    try syncLog()
    do {
      try superFile.write(next.encoded(), at: slot * UInt64(FormatConstants.blockSize))
    } catch {
      throw poisoned(error, tried: "write the superblock")
    }
    superblock = next
    grownHalf = nil
  }

  /// Makes every group durable that was written; only the modes that do not do that at once need it.
  func syncLog() throws(StoreError) {
    guard syncedBlock < block, durability != .full else { return }
    do {
      try halves[Int(superblock.epoch.half)].sync()
    } catch {
      throw poisoned(error, tried: "sync the log")
    }
    syncedBlock = block
    noteSynced()
  }

  /// Raises the durable limit of object ids without a commit.
  package func publishIDLimit(_ limit: UInt64) throws(StoreError) {
    try prepareToWrite()
    idLimit = limit
    try publish(superblock)
  }
}
