import Synchronization

extension Store {
  /// What a thread does next about a group.
  private enum Step: Sendable {
    case finished(StoreError?)
    case wait(Signal, UInt64)
    case gather(CommitGroup, Signal, UInt64, microseconds: Int)
    case write(GroupWrite)
  }

  /// What has to be done once the lock is free again: waking others, letting an old version go.
  struct Aftermath: Sendable {
    var signals: [Signal] = []
    var version: IndexVersion?

    func callAsFunction() {
      for signal in signals { signal.raise() }
    }
  }

  /// Commits that wait for the write that is under way.
  package var waitingCommits: Int {
    writer.withLock { open in open?.log.groups.reduce(0) { $0 + $1.frameCount } ?? 0 }
  }

  /// Waits until a group is durable, and leads where nobody else does.
  ///
  /// - Parameter isFirst: Whether the calling thread began the group.
  func settle(_ group: CommitGroup, isFirst: Bool) throws(StoreError) {
    while true {
      switch nextStep(group, isFirst: isFirst) {
      case .finished(let failure):
        if let failure { throw failure }
        return
      case .wait(let signal, let value): signal.wait(past: value)
      case .gather(let first, let signal, let value, let microseconds):
        signal.wait(past: value, microseconds: microseconds)
        let write = writer.withLock { state -> GroupWrite? in
          guard var open = state.take() else { return nil }
          defer { state = open }
          open.grouping.gathered(first)
          return begin(&open)
        }
        if let write { perform(write) }
      case .write(let write): perform(write)
      }
    }
  }

  private func nextStep(_ group: CommitGroup, isFirst: Bool) -> Step {
    // A group that was laid out ends even where the store is closed meanwhile.
    writer.withLock { state -> Step in
      guard var open = state.take() else { return .finished(nil) }
      defer { state = open }
      switch group.outcome {
      case .done: return .finished(nil)
      case .failed(let failure): return .finished(failure)
      case .pending: break
      }
      guard let first = open.log.groups.first, open.grouping.leading == nil else {
        let (signal, value) = group.waiting(asFirst: isFirst)
        return .wait(signal, value)
      }
      open.grouping.leading = first
      if let (signal, value, microseconds) = open.grouping.gathering(for: first) {
        return .gather(first, signal, value, microseconds: microseconds)
      }
      guard let write = begin(&open) else { return .finished(nil) }
      return .write(write)
    }
  }

  /// Takes the first group in hand.
  func begin(_ open: inout Writer) -> GroupWrite? {
    // A limit counts when it is durable: in the other modes a group is not, and the superblock has to say it.
    let raised = options.durability == .full ? ids.withLock { $0.isLow ? $0.nextLimit : nil } : nil
    if Sabotage.idLimitNotRaised.isOn, let raised {
      ids.withLock { $0.raise(to: raised) }
      return open.log.take(idLimit: nil)
    }
    return open.log.take(idLimit: raised)
  }

  /// Writes a group and ends it.
  private func perform(_ write: GroupWrite) {
    let failure = write.perform()
    let aftermath = writer.withLock { state -> Aftermath in
      guard var open = state.take() else { return Aftermath() }
      defer { state = open }
      return end(write, failure, &open)
    }
    aftermath()
  }

  /// Publishes a group that is durable, or fails it and all behind it.
  func end(_ write: GroupWrite, _ failure: StorageIOError?, _ open: inout Writer) -> Aftermath {
    let group = write.group
    var aftermath = Aftermath(signals: group.endSignals)
    if let failure {
      let rest = open.log.abandon(write, failure)
      aftermath.signals += rest.flatMap(\.endSignals)
      open.head = nil
    } else {
      open.log.complete(write)
      ids.withLock { $0.raise(to: write.header.idLimit) }
      // Before it is published: what the index has no more counts as an orphan otherwise.
      blobs.release(group.released)
      // Under one lock: who sees the new number finds its changes, and who finds the changes sees its state.
      aftermath.version = recent.withLock { recent in
        let old = group.state.map { publish($0) }
        for commit in group.commits { recent.append(commit) }
        return old
      }
      group.outcome = .done
      if let state = group.state {
        noteDueCheckpoint(&open, state)
        noteSpace(open, state)
      }
      commitCount.add(group.frameCount, ordering: .relaxed)
      groupCount.add(1, ordering: .relaxed)
      group.state = nil
      if open.log.groups.isEmpty { open.head = nil }
      scheduleWork(&open)
    }
    open.grouping.ended(group, waiting: open.log.groups.first?.frameCount ?? 0)
    if let turn = open.log.groups.first?.turnSignal { aftermath.signals.append(turn) }
    return aftermath
  }

  /// Runs with the write side for itself: no group waits or is being written, and what was published is the
  /// newest.
  func withWriter<R: Sendable>(
    _ tried: String,
    _ body: (inout Writer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    var isWaiting = false
    while true {
      let step: ExclusiveStep<R>
      do throws(StoreError) {
        step = try withOpenWriter(tried) { open throws(StoreError) -> ExclusiveStep<R> in
          if let group = open.grouping.leading ?? open.log.groups.first {
            if !isWaiting { open.grouping.exclusiveWaiters += 1 }
            return .wait(group)
          }
          return .finished(try body(&open))
        }
      } catch {
        if isWaiting { leaveQueue() }
        throw error
      }
      switch step {
      case .finished(let result):
        if isWaiting { leaveQueue() }
        return result
      case .wait(let group):
        isWaiting = true
        do throws(StoreError) { try settle(group, isFirst: false) } catch {
          // The failure is that of others; what it means for this call shows when it is tried.
        }
      }
    }
  }

  /// Lets commits go on after exclusive access.
  private func leaveQueue() {
    let gate = writer.withLock { state -> Signal? in
      state?.grouping.exclusiveWaiters -= 1
      return state?.grouping.exclusiveWaiters == 0 ? state?.grouping.gate : nil
    }
    gate?.raise()
  }

  private enum ExclusiveStep<R: Sendable>: Sendable {
    case finished(R)
    case wait(CommitGroup)
  }
}
