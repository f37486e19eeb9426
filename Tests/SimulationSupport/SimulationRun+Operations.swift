import LogStore
import LogStoreTesting

extension SimulationRun {
  func run(_ operation: Operation) throws {
    var randomness = SimulatedRandomness(seed: operation.choice)
    let isPlain = operation.choice == 0
    switch operation.kind {
    case .put: try commit(change(.put(isPlain ? 100 : size(&randomness)), &randomness))
    case .insert: try commit(change(.insert, &randomness))
    case .delete: try commit(change(.delete, &randomness))
    case .spareID: _ = try newID()
    case .bulk:
      let size = bulkSize + (isPlain ? 0 : Int.random(in: 0..<40_000, using: &randomness))
      try commit(change(.bulk(size), &randomness))
    case .abortEarly:
      try commit(
        change(.bulk(bulkSize + 5000), &randomness),
        failing: DiskFailure(of: [.reserve], isPermanent: true, reason: .noSpace),
        staysUsable: true
      )
    case .abortLate:
      let failure = DiskFailure(
        of: [.write],
        afterCalls: Int.random(in: 0..<3, using: &randomness),
        reason: .noSpace,
        effect: .shortWrite(bytes: 700)
      )
      try commit(change(.bulk(bulkSize + 9000), &randomness), failing: failure)
    case .switchHalf: try makeDurable { try $0.switchHalf() }
    case .checkpoint: try makeDurable { try $0.checkpoint() }
    case .sync: try makeDurable { try $0.sync() }
    case .roll:
      try open().store.rollSegment()
      note([content])
    case .compact: try makeDurable { _ = try $0.compact() }
    case .compactSome:
      let count = isPlain ? 2 : Int.random(in: 1..<4, using: &randomness)
      let isDurable = try compactSome(count, open().store)
      note([content])
      if isDurable { unsynced = [] }
    case .close:
      do throws(StoreError) { try store?.store.close() } catch {
        guard isFailing else { throw error }
      }
      note([content])
      try reopen([content])
    case .kill: try reopen([content])
    case .powerLoss: try losePower(&randomness)
    case .fullDisk: try fillDisk(&randomness)
    case .damagedCompact: try compactDamaged(&randomness)
    case .failedSync: try failSync(&randomness)
    case .failedOpening: try failOpening(&randomness)
    }
  }

  // MARK: Commits

  private func open() throws -> SimulationStore {
    guard let store else { throw SimulationError("no store is open") }
    return store
  }

  /// Bytes that do not go through the log.
  private var bulkSize: Int { setup.halfSize / 2 + 1000 }

  /// Bytes that do.
  private func size(_ randomness: inout SimulatedRandomness) -> Int {
    let largest =
      Int.random(in: 0..<3, using: &randomness) == 0 ? max(400, setup.halfSize / 2 - 700) : 400
    return Int.random(in: 1..<largest, using: &randomness)
  }

  private func newID() throws -> UInt64 {
    let id = try open().store.newObjectID().rawValue
    note([content])
    guard id > highestID else { throw SimulationError("id \(id) was handed out before") }
    highestID = id
    return id
  }

  private func change(
    _ kind: Workload.Kind,
    _ randomness: inout SimulatedRandomness
  ) throws -> Workload.Change {
    try workload.change(kind, of: content.model, open(), &randomness) { try newID() }
  }

  /// Commits, and takes what the store says of the outcome by its word.
  ///
  /// - Parameters:
  ///   - failure: A reason for the store to refuse.
  ///   - staysUsable: Whether a refusal must leave the store usable.
  func commit(
    _ change: Workload.Change,
    failing failure: DiskFailure? = nil,
    staysUsable: Bool = false
  ) throws {
    note([content])
    var next = Content(model: change.model, digest: change.model.digest, sequence: 0)
    if let failure { disk.add(failure) }
    do throws(StoreError) {
      defer { if failure != nil { disk.removeFailures() } }
      guard let store else { throw StoreError(.closed, tried: "commit", found: "no store", remedy: "") }
      next.sequence = try store.store.commit(change.batch).sequence
    } catch {
      inFlight = next
      guard failure != nil || staysUsable else { throw error }
      if staysUsable, error.code != .outOfSpace {
        throw SimulationError("a full disk makes the store unusable: \(error)")
      }
      return try settle(error, next)
    }
    highestSequence = max(highestSequence, next.sequence)
    note([content, next])
    if setup.durability != .full { unsynced.append(content) }
    content = next
    if history.last?.sequence != next.sequence { history.append(next) }
  }

  /// After a refusal the store is as it was and usable, or it is poisoned and reopening decides.
  func settle(_ error: StoreError, _ next: Content?) throws {
    switch error.code {
    case .outOfSpace, .inputOutput: note([content])
    case .closed:  // What closing left undone is done by the next opening.
      note([content])
      try reopen([content])
    case .poisoned, .commitOutcomeUnknown:
      var allowed = [content] + unsynced
      if var next, let sequence = error.sequence, error.code == .commitOutcomeUnknown {
        next.sequence = sequence
        highestSequence = max(highestSequence, sequence)
        allowed.append(next)
      }
      note(allowed, isUncertain: true)
      try reopen(allowed)
    default: throw SimulationError("unexpected error: \(error)")
    }
  }

  // MARK: Life

  /// Does what leaves nothing that a loss of power may take.
  private func makeDurable(_ body: (Store) throws -> Void) throws {
    try body(open().store)
    note([content])
    unsynced = []
  }

  /// Compacts a few segments.
  ///
  /// - Returns: Whether there were some worth it: otherwise nothing has become durable.
  private func compactSome(_ count: Int, _ store: Store) throws(StoreError) -> Bool {
    let report = try store.compactStep(segments: count)
    return report.bytesAfter != report.bytesBefore
  }

  /// Ends the process and opens again.
  ///
  /// - Parameter allowed: What may be found.
  func reopen(_ allowed: [Content]) throws {
    // A sync that failed may have taken back what none had made durable.
    let allowed = isFailing && disk.failuresStruck > 0 ? allowed + unsynced : allowed
    disk.killProcess()
    store = nil
    let opened: SimulationStore
    do {
      opened = try SimulationStore(disk, options: options)
    } catch let error as StoreError {
      guard isFailing, disk.failuresStruck > 0 else { throw error }
      disk.removeFailures()
      opened = try SimulationStore(disk, options: options)
    }
    let digest = try disk.withoutFailures { try opened.digest() }
    // A store that lost its creation gets its schema anew, by a commit with another number.
    let isAnew = content.digest == digest && allowed.contains { $0.sequence == 0 }
    guard
      var found = allowed.first(where: {
        $0.digest == digest && ($0.sequence == opened.store.sequence || isAnew)
      })
    else {
      throw SimulationError(
        "reopening finds commit \(opened.store.sequence); allowed are "
          + allowed.map { "\($0.sequence)" }.joined(separator: ", ")
      )
    }
    note(allowed, isUncertain: allowed.count > 1)
    unsynced = []
    if found.sequence != opened.store.sequence { history.removeAll { $0.sequence > 0 } }
    found.sequence = opened.store.sequence
    highestSequence = max(highestSequence, found.sequence)
    content = found
    store = opened
  }

  /// The power goes at a moment of the last operation.
  private func losePower(_ randomness: inout SimulatedRandomness) throws {
    guard let phase = phases.randomElement(using: &randomness),
      let moment = phase.moments.randomElement(using: &randomness)
    else { return try reopen([content]) }
    let losses = moment.losses(seed: randomness.next())
    var loss = losses.randomElement(using: &randomness) ?? .losingAll
    if !setup.hasPowerSafeOverwrite, case .failure(let error) = examiner.outcome(moment, loss),
      error.refusesLog
    {
      loss = .losingAll
    }
    disk = moment.disk(after: loss, seed: randomness.next())
    phases = []
    highestID = phase.highestID
    highestSequence = phase.highestSequence
    disk.setCapacity(nil)
    follower = nil
    disk.startRecording()
    try reopen(phase.allowed)
    // What was acknowledged at that moment is the past from now on.
    history.removeAll { $0.sequence > content.sequence }
  }

  private func syncFailure(_ randomness: inout SimulatedRandomness, within calls: Int) -> DiskFailure {
    let kinds: [Set<DiskFailure.Call>] = [[.sync], [.durableWrite], [.sync, .durableWrite, .syncDirectory]]
    return DiskFailure(
      of: kinds[Int.random(in: 0..<kinds.count, using: &randomness)],
      afterCalls: Int.random(in: 0..<calls, using: &randomness),
      reason: Bool.random(using: &randomness) ? .inputOutput : .noSpace,
      effect: Bool.random(using: &randomness) ? .marksPagesClean : .revertsPages
    )
  }

  private func failSync(_ randomness: inout SimulatedRandomness) throws {
    let failure = syncFailure(&randomness, within: 4)
    let choice = Int.random(in: 0..<6, using: &randomness)
    if choice < 2 { return try commit(change(.put(100), &randomness), failing: failure) }
    if choice == 2 { return try commit(change(.bulk(bulkSize), &randomness), failing: failure) }
    disk.add(failure)
    var isDurable = true
    do throws(StoreError) {
      defer { disk.removeFailures() }
      guard let store = store?.store else { return }
      switch choice {
      case 3: try store.switchHalf()
      case 4: try store.checkpoint()
      default:
        if Bool.random(using: &randomness) {
          try store.compact()
        } else {
          isDurable = try compactSome(2, store)
        }
      }
    } catch {
      return try settle(error, nil)
    }
    note([content])
    if isDurable { unsynced = [] }
  }

  /// Whatever the size of a commit: it finds space or is refused, and the store stays usable.
  private func fillDisk(_ randomness: inout SimulatedRandomness) throws {
    disk.setCapacity(disk.usedBytes + Int.random(in: 0..<6000, using: &randomness))
    defer { disk.setCapacity(nil) }
    for _ in 0..<3 {
      let kind: Workload.Kind =
        Int.random(in: 0..<3, using: &randomness) == 0 ? .bulk(bulkSize) : .put(size(&randomness))
      try commit(change(kind, &randomness), staysUsable: true)
    }
  }

  /// A byte of a segment changes; a compaction must not make a valid record of what that leaves.
  private func compactDamaged(_ randomness: inout SimulatedRandomness) throws {
    let directory = SimulationStore.path + "/seg"
    guard let store = store?.store,
      let name = try disk.storage.contents(ofDirectory: directory).randomElement(using: &randomness),
      let size = try disk.storage.metadata(directory + "/" + name)?.size, size > 0
    else { return }
    let path = directory + "/" + name
    let offset = Int.random(in: 0..<Int(size), using: &randomness)
    let mask = UInt8(1) << UInt8.random(in: 0..<8, using: &randomness)
    disk.damage(path, at: offset, flipping: mask)
    let isStep = Bool.random(using: &randomness)
    do throws(StoreError) {
      var isDurable = true
      if isStep { isDurable = try compactSome(3, store) } else { try store.compact() }
      if isDurable { unsynced = [] }
    } catch {
      guard [.recordCorrupt, .segmentCorrupt].contains(error.code) else {
        throw SimulationError("a compaction over damage: \(error)")
      }
    }
    // Segments that it could not read are left alone, and so is an empty one at the end: they are mended.
    disk.damage(path, at: offset, flipping: mask)
    // With damage in between, nothing is promised of a loss of power.
    _ = disk.takeMoments()
    // What was mapped meanwhile is a copy with the damage.
    if setup.allowsMapping { try reopen([content] + unsynced) }
  }

  private func failOpening(_ randomness: inout SimulatedRandomness) throws {
    if Bool.random(using: &randomness) { try commit(change(.bulk(bulkSize), &randomness)) }
    disk.killProcess()
    store = nil
    disk.add(syncFailure(&randomness, within: 5))
    let opened: SimulationStore?
    do {
      opened = try SimulationStore(disk, options: options)
    } catch is StoreError {
      opened = nil
    }
    disk.removeFailures()
    note([content], isUncertain: true)
    guard let opened else { return try reopen([content]) }
    store = opened
    unsynced = []
  }
}
