import LogStore
import LogStoreTesting

/// Recovers disks after a loss of power and says what came of each; equal disks are recovered once.
struct ImageExaminer {
  /// What a recovery makes of a disk.
  struct Outcome {
    var digest: UInt64
    var sequence: SequenceNumber
    /// The first id that it hands out.
    var nextID: UInt64
    /// The number of the first commit that changes something.
    var nextSequence: SequenceNumber
  }

  private let options: StoreOptions
  private var known: [UInt64: Result<Outcome, SimulationError>] = [:]
  private(set) var counts = SimulationCounts()
  /// Losses of power within a recovery that are tried at each of its moments; nil tries all.
  private let nestedLosses: Int?
  /// How many losses of power follow each other at most.
  private let depth: Int

  init(options: StoreOptions, depth: Int, nestedLosses: Int?) {
    self.options = options
    self.depth = depth
    self.nestedLosses = nestedLosses
  }

  /// Recovers the disk that a loss of power leaves, and tries everything that must not change the result: reading
  /// only, further losses of power within the recovery, the loss of every checkpoint.
  mutating func outcome(_ moment: DiskMoment, _ loss: PowerLoss) -> Result<Outcome, SimulationError> {
    examine(moment.disk(after: loss), level: 0)
  }

  private mutating func examine(_ disk: SimulatedDisk, level: Int) -> Result<Outcome, SimulationError> {
    counts.states += 1
    if level > 0 { counts.nested += 1 }
    let digest = disk.digest
    if let outcome = known[digest] { return outcome }
    counts.distinct += 1
    let outcome: Result<Outcome, SimulationError>
    do {
      outcome = .success(try recover(disk, digest, level: level))
    } catch {
      outcome = .failure(SimulationError(error))
    }
    known[digest] = outcome
    return outcome
  }

  private mutating func recover(_ disk: SimulatedDisk, _ image: UInt64, level: Int) throws -> Outcome {
    // Equal disks go on equally, wherever they came from.
    let moment = disk.moment()
    let disk = moment.disk(after: .losingAll, seed: image)
    disk.setCapacity(nil)  // a full disk may keep a store from being opened, but not for ever
    guard try disk.storage.metadata(SimulationStore.path) != nil else {
      throw SimulationError("the store is gone")
    }
    let read = try readOnly(disk)
    if level < depth { disk.startRecording() }
    let opened = try Store.open(at: SimulationStore.path, options: options, io: disk.storage)
    let snapshot = opened.snapshot()
    let digest = try SimulationStore.digest(of: snapshot)
    let inner = level < depth ? disk.takeMoments() : []
    disk.stopRecording()
    guard read == (digest, snapshot.sequence) else {
      throw SimulationError("reading only shows another content than recovery")
    }
    let id = try opened.newObjectID()
    let report = SnapshotCheck.run(snapshot.state, idLimit: id.rawValue, readingBlobs: true)
    if let finding = report.findings.first { throw SimulationError("check finds: \(finding)") }
    try compareBlobs(disk, snapshot)
    // The records would make it good; but power alone must not cost a checkpoint.
    if let problem = opened.recovery.checkpointProblem ?? snapshot.state.checkpoint?.problem {
      throw SimulationError("the checkpoint is lost: \(problem)")
    }
    let next = try goOn(disk)
    let outcome = Outcome(
      digest: digest,
      sequence: snapshot.sequence,
      nextID: id.rawValue,
      nextSequence: next
    )
    try crashAgain(inner, outcome, image, level: level)
    try rebuild(moment, outcome, level: level)
    return outcome
  }

  /// After an opening for writing there are no files of blobs but those that records name.
  private func compareBlobs(_ disk: SimulatedDisk, _ snapshot: Snapshot) throws {
    let root = SimulationStore.path + "/blob"
    let found = try disk.storage.contents(ofDirectory: root).flatMap { name in
      try disk.storage.contents(ofDirectory: root + "/" + name)
    }
    let named = snapshot.state.blobs.entries().map(\.key.id.name)
    guard found.sorted() == named.sorted() else {
      throw SimulationError("files of blobs: \(found); objects have \(named)")
    }
  }

  /// A look without rights, which must not change the disk.
  private func readOnly(_ disk: SimulatedDisk) throws -> (UInt64, SequenceNumber) {
    var options = options
    options.access = .readOnly
    let store = try Store.open(at: SimulationStore.path, options: options, io: disk.storage)
    let snapshot = store.snapshot()
    let digest = try SimulationStore.digest(of: snapshot)
    guard disk.pendingChanges.isEmpty else { throw SimulationError("reading only has written") }
    return (digest, snapshot.sequence)
  }

  /// A commit after the recovery survives another loss of power, with everything before.
  private func goOn(_ disk: SimulatedDisk) throws -> SequenceNumber {
    disk.killProcess()
    let store = try SimulationStore(disk, options: options)
    let id = try store.store.newObjectID().rawValue
    var batch = WriteBatch()
    try store.put(item: id, body: "after", box: nil, peer: nil, isNew: true, in: &batch)
    let receipt = try store.store.commit(batch)
    try store.store.sync()
    let digest = try store.digest()
    disk.losePower(.losingAll)
    let again = try SimulationStore(disk, options: options)
    guard try again.digest() == digest, again.store.sequence == receipt.sequence else {
      throw SimulationError("the commit after recovery is lost")
    }
    return receipt.sequence
  }

  /// The power goes once more within the recovery: the result is the same.
  private mutating func crashAgain(
    _ moments: [DiskMoment],
    _ outcome: Outcome,
    _ image: UInt64,
    level: Int
  ) throws {
    for (number, moment) in moments.enumerated() {
      var losses = moment.losses(random: 1, seed: image &+ UInt64(number))
      if let nestedLosses, losses.count > nestedLosses {
        var randomness = SimulatedRandomness(seed: image &+ UInt64(number))
        losses = (0..<nestedLosses).map { _ in losses[Int.random(in: 0..<losses.count, using: &randomness)] }
      }
      for loss in losses {
        switch examine(moment.disk(after: loss), level: level + 1) {
        case .success(let inner):
          guard inner.digest == outcome.digest, inner.sequence == outcome.sequence else {
            throw SimulationError(
              "a crash within recovery (moment \(number), \(loss)) changes what it recovers:\n"
                + moment.pendingChanges.joined(separator: "\n")
            )
          }
        case .failure(let error):
          throw SimulationError(
            "a crash within recovery (moment \(number), \(loss)): \(error)\n"
              + moment.pendingChanges.joined(separator: "\n")
          )
        }
      }
    }
  }

  /// Without any checkpoint the segments say the same.
  private mutating func rebuild(_ moment: DiskMoment, _ outcome: Outcome, level: Int) throws {
    let disk = moment.disk(after: .losingAll)
    let directory = SimulationStore.checkpoints
    let names = try disk.storage.contents(ofDirectory: directory)
    guard !names.isEmpty else { return }
    for name in names {
      let file = try disk.storage.open(directory + "/" + name, .readWrite)
      try file.write([UInt8](repeating: 0xA5, count: 64), at: 16)
      try file.sync()
    }
    counts.states += 1
    counts.rebuilt += 1
    let image = disk.digest
    if known[image] != nil { return }
    known[image] = .failure(SimulationError("checkpoints destroyed"))
    counts.distinct += 1
    var options = options
    options.access = .readOnly
    let store = try Store.open(at: SimulationStore.path, options: options, io: disk.storage)
    let snapshot = store.snapshot()
    guard try SimulationStore.digest(of: snapshot) == outcome.digest, snapshot.sequence == outcome.sequence
    else {
      throw SimulationError("a rebuild without checkpoints gives another content")
    }
    let report = SnapshotCheck.run(snapshot.state)
    if let finding = report.findings.first {
      throw SimulationError("check after a rebuild finds: \(finding)")
    }
  }
}
