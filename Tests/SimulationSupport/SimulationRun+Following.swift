import LogStore
import LogStoreTesting

extension SimulationRun {
  /// Two processes without rights look at the disk as it is, while the writer lives: one opens the store, the other
  /// one has had it open for long. Both see the same.
  ///
  /// - Returns: The number of the commit that they see; nil if a recovery keeps them from looking.
  func poll(
    _ moment: DiskMoment,
    _ allowed: [Content],
    _ number: Int,
    _ phase: Phase
  ) throws -> SequenceNumber? {
    followerCounts.polls += 1
    do {
      let seen = try open(moment, allowed)
      try follow(moment, allowed, seen, phase)
      return seen
    } catch {
      throw SimulationError(
        "moment \(number), a follower: \(SimulationError(error).description)\npending:\n"
          + moment.pendingChanges.joined(separator: "\n")
      )
    }
  }

  private var readerOptions: StoreOptions {
    var options = options
    options.access = .readOnly
    return options
  }

  private func open(_ moment: DiskMoment, _ allowed: [Content]) throws -> SequenceNumber? {
    let io = moment.frozenDisk().storage
    do throws(StoreError) {
      let snapshot = try Store.open(at: SimulationStore.path, options: readerOptions, io: io).snapshot()
      let found = (try SimulationStore.digest(of: snapshot), snapshot.sequence)
      if allowed.contains(where: { found == ($0.digest, $0.sequence) }) { return snapshot.sequence }
    } catch {
      // A follower stands still while a recovery runs.
      if error.code == .storeLocked { return nil }
      throw error
    }
    throw SimulationError("opening sees a commit that is not among \(allowed.map(\.sequence))")
  }

  /// - Parameter opened: What an opening sees at the moment; nil if it has to wait.
  private func follow(
    _ moment: DiskMoment,
    _ allowed: [Content],
    _ opened: SequenceNumber?,
    _ phase: Phase
  ) throws {
    guard var follower else {
      if opened != nil { follower = try SimulationFollower(moment, options: readerOptions) }
      return
    }
    let before = follower.sequence
    let found: (digest: UInt64, sequence: SequenceNumber)
    do {
      found = try follower.look(at: moment)
      self.follower = follower
    } catch {
      // What a failed sync has thrown away cannot be read; nobody reads on there.
      guard phase.isUncertain else { throw error }
      return self.follower = nil
    }
    if phase.isUncertain, found.sequence == before { return }
    guard let opened else {
      guard found.sequence == before else { throw SimulationError("it looks at what a recovery rewrites") }
      return
    }
    guard found.sequence == opened else {
      throw SimulationError("it sees commit \(found.sequence), an opening \(opened)")
    }
    guard allowed.contains(where: { found == ($0.digest, $0.sequence) }) else {
      throw SimulationError("it sees commit \(found.sequence), which is not among \(allowed.map(\.sequence))")
    }
  }
}
