import LogStore
import LogStoreTesting

/// A store under operations, its model, and every moment at which the power could have gone.
package final class SimulationRun {
  /// What a store holds at one time: nil stands for a store that does not exist yet.
  struct Content {
    var model: SimulationModel
    var digest: UInt64
    var sequence: SequenceNumber
  }

  /// Moments at which the same contents are right.
  struct Phase {
    var moments: [DiskMoment]
    /// What a recovery may find: the acknowledged content first, then what is on its way.
    var allowed: [Content]
    /// The highest id that had been handed out.
    var highestID: UInt64
    /// The highest number that a commit may have had.
    var highestSequence: SequenceNumber
    /// Whether a failed sync left something that programs see and a loss of power may take back.
    var isUncertain: Bool
  }

  /// How thoroughly the moments are looked at.
  package struct Effort: Sendable {
    /// One of how many moments is looked at.
    package var momentStride = 1
    /// How many losses of power are tried at a moment; nil tries all that `DiskMoment.losses` proposes.
    package var lossesAtMoment: Int?
    /// The same within a recovery.
    package var nestedLosses: Int?
    /// Losses of power that may follow each other.
    package var depth = 2
    /// One of how many moments the follower polls at.
    package var pollStride = 1
    /// One of how many recovered disks gets a damaged byte; 0 for none.
    package var damageStride = 8

    package init() {}
  }

  let setup: SimulationSetup
  let options: StoreOptions
  let effort: Effort
  var disk: SimulatedDisk
  var store: SimulationStore?
  var content: Content
  var highestID: UInt64 = 0
  var highestSequence: SequenceNumber = 0
  var workload = Workload()
  /// What was acknowledged before the present content, since the last sync: in the modes other than full a loss of
  /// power may go back to it.
  var unsynced: [Content] = []
  /// What has been acknowledged, oldest first.
  var history: [Content] = []
  var examiner: ImageExaminer
  private var damages: UInt64 = 0
  var followerCounts = SimulationCounts()
  /// A process that has the store open for reading all the time.
  var follower: SimulationFollower?
  /// Moments of the last operation.
  var phases: [Phase] = []
  package private(set) var operations: [Operation] = []
  /// Whether the moments of operations are looked at.
  package var isExploring = true
  /// Whether calls to the disk fail: then the store may refuse anything, as long as it says so and loses nothing.
  var isFailing = false
  /// What the commit that was refused last would have made.
  var inFlight: Content?

  /// Creates a store.
  ///
  /// - Parameter exploresCreation: Whether the moments of its creation are looked at.
  package init(_ setup: SimulationSetup, effort: Effort = Effort(), exploresCreation: Bool = false) throws {
    self.setup = setup
    self.effort = effort
    options = setup.options
    disk = SimulatedDisk(seed: setup.seed, options: setup.diskOptions)
    examiner = ImageExaminer(options: options, depth: effort.depth - 1, nestedLosses: effort.nestedLosses)
    if exploresCreation { disk.startRecording() }
    let store = try SimulationStore(disk, options: options)
    self.store = store
    let nothing = Content(model: SimulationModel(), digest: SimulationModel().digest, sequence: 0)
    content = nothing
    content.sequence = store.store.sequence
    highestSequence = content.sequence
    history = [nothing, content]
    try compare(store.digest(), "after its creation")
    guard exploresCreation else {
      try store.store.sync()
      return
    }
    note([nothing, content])
    disk.stopRecording()
    try explore(isCreation: true)
    try store.store.sync()
    note([content], with: [disk.moment()])
  }

  /// What has been looked at so far.
  package var counts: SimulationCounts {
    var counts = examiner.counts
    counts.add(followerCounts)
    counts.operations = operations.count
    return counts
  }

  /// Does an operation, compares, and looks at every moment of it.
  ///
  /// - Throws: `SimulationError` with a trace.
  package func perform(_ operation: Operation) throws {
    operations.append(operation)
    disk.note("OPERATION \(operation)")
    if operation.kind != .powerLoss { phases = [] }
    disk.startRecording()
    do {
      try runFailing(operation)
      try settleBackground()
      try compareFailing()
      try disk.withoutFailures { try compare(store?.digest(), "after \(operation)") }
    } catch let error as SimulationError {
      throw error
    } catch {
      throw SimulationError("\(operation): \(error)")
    }
    note([content], with: [disk.moment()])
    disk.stopRecording()
    if history.last?.sequence != content.sequence { history.append(content) }
    if isExploring, operation.kind != .powerLoss { try explore() }
  }

  private func runFailing(_ operation: Operation) throws {
    inFlight = nil
    do {
      try run(operation)
    } catch let error as StoreError {
      guard isFailing, disk.failuresStruck > 0 else { throw error }
      try settle(error, inFlight)
    }
  }

  /// A sync may have failed behind a commit that was acknowledged: reopening finds it.
  private func settleBackground() throws {
    guard store?.store.failure != nil else { return }
    note([content], isUncertain: true)
    try reopen([content] + unsynced)
  }

  /// Reads that fail say so; those that do not are right.
  private func compareFailing() throws {
    guard isFailing else { return }
    let digest: UInt64?
    do throws(StoreError) {
      digest = try store?.digest()
    } catch {
      return
    }
    try compare(digest, "while calls fail")
  }

  /// Whether the running store has the content that was acknowledged.
  func compare(_ digest: UInt64?, _ place: String) throws(SimulationError) {
    guard digest == content.digest else {
      throw SimulationError("\(place) the store does not hold what was acknowledged")
    }
  }

  /// Files the moments since the last call under the contents that are right at them.
  func note(_ allowed: [Content], with more: [DiskMoment] = [], isUncertain: Bool = false) {
    let moments = disk.takeMoments() + more
    guard !moments.isEmpty else { return }
    phases.append(
      Phase(
        moments: moments,
        allowed: allowed + unsynced,
        highestID: highestID,
        highestSequence: max(highestSequence, allowed.map(\.sequence).max() ?? 0),
        isUncertain: isUncertain
      )
    )
  }

  // MARK: Exploration

  /// - Parameter isCreation: Whether it is right as well if there is no store yet.
  private func explore(isCreation: Bool = false) throws {
    var randomness = SimulatedRandomness(seed: setup.seed &+ UInt64(operations.count) &* 7919)
    var number = 0
    for phase in phases {
      var allowed = phase.allowed
      // A failed sync may throw away what a commit had put into the segments: it is in the log, which readers beside a
      // writer do not look at.
      let visible = phase.isUncertain ? history + allowed : allowed
      for moment in phase.moments {
        number += 1
        if !isCreation, Int.random(in: 0..<effort.pollStride, using: &randomness) == 0,
          let seen = try poll(moment, visible, number, phase), !phase.isUncertain, setup.durability == .full
        {
          // What a follower has shown may not be lost any more.
          allowed.removeAll { $0.sequence < seen }
        }
        guard Int.random(in: 0..<effort.momentStride, using: &randomness) == 0 else { continue }
        var losses = moment.losses(seed: randomness.next())
        if let count = effort.lossesAtMoment, losses.count > count {
          losses = (0..<count).map { _ in losses[Int.random(in: 0..<losses.count, using: &randomness)] }
        }
        for loss in losses {
          if isCreation, try isWithoutStore(moment.disk(after: loss)) { continue }
          try check(moment, loss, allowed, phase, number)
        }
      }
    }
  }

  /// Whether a disk has no store at the path: not even the beginning of one.
  private func isWithoutStore(_ disk: SimulatedDisk) throws -> Bool {
    try disk.storage.metadata(SimulationStore.path) == nil
  }

  private func check(
    _ moment: DiskMoment,
    _ loss: PowerLoss,
    _ allowed: [Content],
    _ phase: Phase,
    _ number: Int
  ) throws {
    let problem: String
    switch examiner.outcome(moment, loss) {
    case .success(let outcome):
      guard allowed.contains(where: { $0.digest == outcome.digest && $0.sequence == outcome.sequence }) else {
        let isOld = outcome.sequence < (allowed.first?.sequence ?? 0)
        problem =
          "recovery finds commit \(outcome.sequence)\(isOld ? ", an acknowledged one is lost" : ""); allowed are "
          + allowed.map { "\($0.sequence)" }.joined(separator: ", ")
        break
      }
      guard outcome.nextID > phase.highestID else {
        problem = "id \(outcome.nextID) would be handed out again"
        break
      }
      guard outcome.nextSequence > phase.highestSequence else {
        problem = "commit number \(outcome.nextSequence) would be used again"
        break
      }
      guard let damage = try self.damage(moment, loss, outcome, allowed) else { return }
      problem = damage
    case .failure(let error):
      if error.refusesLog, !setup.hasPowerSafeOverwrite { return }
      problem = error.description
    }
    throw SimulationError(
      "moment \(number), \(loss): \(problem)\npending:\n" + moment.pendingChanges.joined(separator: "\n")
    )
  }

  /// Damages a byte of some disks: reading has to notice it, or it must not matter.
  ///
  /// - Returns: What is wrong.
  private func damage(
    _ moment: DiskMoment,
    _ loss: PowerLoss,
    _ outcome: ImageExaminer.Outcome,
    _ allowed: [Content]
  ) throws -> String? {
    damages &+= 1
    var randomness = SimulatedRandomness(seed: setup.seed ^ damages << 20)
    guard effort.damageStride > 0, Int.random(in: 0..<effort.damageStride, using: &randomness) == 0 else {
      return nil
    }
    let disk = moment.disk(after: loss)
    let root = SimulationStore.path
    let segments = try disk.storage.contents(ofDirectory: root + "/seg").map { root + "/seg/" + $0 }
    let files = segments + ["/SUPER", "/SUPER", "/wal.0", "/wal.0", "/wal.1", "/wal.1"].map { root + $0 }
    let path = files.randomElement(using: &randomness) ?? root
    // Most of a log half is empty: its beginning is looked at more often.
    let size = Int(try disk.storage.metadata(path)?.size ?? 0)
    var offset = Int.random(in: 0..<max(size, 1), using: &randomness)
    if Bool.random(using: &randomness) { offset = offset / 4096 * 4096 + offset % 128 }
    guard disk.damage(path, at: offset, flipping: 1 << UInt8.random(in: 0..<8, using: &randomness)) else {
      return nil
    }
    followerCounts.damages += 1
    var options = options
    options.access = .readOnly
    let found: (digest: UInt64, sequence: SequenceNumber)
    do throws(StoreError) {
      let store = try Store.open(at: root, options: options, io: disk.storage)
      found = (try SimulationStore.digest(of: store.snapshot()), store.sequence)
    } catch {
      return nil
    }
    if found.digest == outcome.digest, found.sequence == outcome.sequence { return nil }
    // Nothing proves that the groups since the last sync existed.
    if path.contains("/wal."), setup.durability != .full,
      (history + allowed).contains(where: { found == ($0.digest, $0.sequence) })
    {
      return nil
    }
    // Nothing proves that the last group of the log existed.
    let before = (history + allowed).filter { $0.sequence < outcome.sequence }.max {
      $0.sequence < $1.sequence
    }
    if path.contains("/wal."), let before, found == (before.digest, before.sequence) { return nil }
    // A commit whose write failed was found in the cache and made good; of that only the newest superblock tells.
    if path.hasSuffix("/SUPER"), moment.hasGivenUpChanges, let before,
      found == (before.digest, before.sequence)
    {
      return nil
    }
    return
      "damage to byte \(offset) of \(path) silently changes commit \(outcome.sequence) to \(found.sequence)"
  }
}
