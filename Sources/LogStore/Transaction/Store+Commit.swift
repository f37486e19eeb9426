extension Store {
  /// Completes a batch by the rules of the graph and makes it durable as one unit.
  ///
  /// When it returns, the commit survives the death of the process and, in the full mode, the loss of power; in
  /// the other modes (`StoreOptions.Durability`) that comes with a later sync. When it throws, nothing was changed,
  /// except after `commitOutcomeUnknown`: then the store refuses further writes, and `outcome(of:)` tells after
  /// reopening whether the commit happened.
  ///
  /// Commits of several threads are resolved one after the other, each over the result of those before it, and
  /// become durable together: one write for all that came while the one before was under way.
  ///
  /// - Throws: `validation` with all broken rules, `uniquenessViolation`, `conflict`, `outOfSpace`,
  ///   `limitExceeded`, `readOnly`, `closed`, `poisoned`, `commitOutcomeUnknown`.
  /// - Complexity: O(changes); one synchronous write, shared with other committers; two syncs above half of a
  ///   log half.
  @discardableResult
  public func commit(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    let receipt = try commitBlocking(batch)
    finishCommits()
    return receipt
  }

  /// Sees to what commits leave to be done.
  func finishCommits() {
    removeReleasedBlobs()
    writeDueCheckpoint()
  }

  /// Commits by a name that no asynchronous one has.
  func commitBlocking(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    try blobs.claim(batch.blobs)
    return try commitClaimed(batch)
  }

  /// The same for a batch whose blobs were claimed.
  func commitClaimed(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    do throws(StoreError) {
      try blobs.name(batch.blobs)
      let receipt = try commitMakingRoom(batch)
      end(batch.blobs, receipt)
      return receipt
    } catch {
      end(batch.blobs, after: error)
      throw error
    }
  }

  private func commitMakingRoom(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    do throws(StoreError) {
      return try commitOnce(batch)
    } catch {
      guard error.code == .outOfSpace, findSpace() else { throw error }
    }
    return try commitOnce(batch)
  }

  private func commitOnce(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    while true {
      switch try layOut(batch) {
      case .done(let receipt): return receipt
      case .laidOut(let place): return try settle(place)
      case .wait(let gate, let value): gate.wait(past: value)
      case .exclusive: return try commitExclusively(batch)
      }
    }
  }

  /// A commit that is part of a group.
  struct LaidOut: Sendable {
    /// What to return once the group counts.
    var receipt: CommitReceipt
    var group: CommitGroup
    /// Whether it began the group.
    var isFirst: Bool
  }

  /// Waits until a commit counts, or leads.
  func settle(_ place: LaidOut) throws(StoreError) -> CommitReceipt {
    do throws(StoreError) {
      try settle(place.group, isFirst: place.isFirst)
    } catch {
      throw error.about(place.receipt.sequence)
    }
    return place.receipt
  }

  /// What became of a batch under the writer lock.
  enum Layout: Sendable {
    /// There was nothing to write.
    case done(CommitReceipt)
    /// It is in a group, which has to be settled.
    case laidOut(LaidOut)
    /// Somebody needs the write side for himself first.
    case wait(Signal, UInt64)
    /// It needs more than a place in a group.
    case exclusive
  }

  /// Resolves a batch over all commits before it and lays its frame out behind theirs. No I/O but reading old
  /// records and, now and then, setting disk space aside.
  func layOut(_ batch: WriteBatch) throws(StoreError) -> Layout {
    var arrival: Signal?
    defer { arrival?.raise() }
    return try withOpenWriter("commit") { open throws(StoreError) -> Layout in
      try open.log.prepareToWrite()
      try open.log.collectBackgroundWork(waits: false)
      if open.grouping.exclusiveWaiters > 0 {
        let gate = open.grouping.gate ?? Signal()
        open.grouping.gate = gate
        return .wait(gate, gate.value)
      }
      guard !open.log.needsBulk(batch.sizeHint), open.log.hasRoomInHalf(for: batch.sizeHint) else {
        return .exclusive
      }
      let base = open.head ?? snapshot().state
      let change = try resolve(batch, over: base)
      guard let change, !change.isEmpty else {
        let receipt = CommitReceipt(
          sequence: base.sequence,
          isWritten: false,
          forwarded: change?.receiptPairs ?? []
        ).leavingOut(batch.blobs)
        guard let group = open.log.groups.last ?? open.grouping.leading else { return .done(receipt) }
        return .laidOut(LaidOut(receipt: receipt, group: group, isFirst: false))
      }
      let time = io.now()
      let content = open.content
      content.reset(sequence: open.log.nextSequence)
      let report = try change.encode(into: content, time: time, author: batch.author)
      guard !open.log.needsBulk(content.size), open.log.hasRoomInHalf(for: content.size) else {
        return .exclusive
      }
      let place = try open.log.takingReserve(batch.givesSpaceBack) { () throws(StoreError) in
        try open.log.place(content.size)
      }
      let state = try change.applied(
        content,
        gone: report.gone,
        segment: place.segment,
        payloadOffset: place.payloadOffset
      )
      let group = open.log.append(content, at: place, time: time)
      group.commits.append(report.changes)
      group.released += change.released(by: content.sequence)
      if Sabotage.blobRemovedEarly.isOn { blobs.removeAtOnce(change.releasedBlobs) }
      group.state = state
      open.head = state
      arrival = open.grouping.arrived(in: group)
      return .laidOut(LaidOut(receipt: report.receipt, group: group, isFirst: place.group == nil))
    }
  }

  private func resolve(_ batch: WriteBatch, over base: IndexState) throws(StoreError) -> GraphChange? {
    guard !batch.isEmpty else { return nil }
    return try GraphChange.resolve(batch, over: base) { ids.withLock { $0.takeInCommit() } }
  }

  /// Commits a batch that needs the other half of the log, or is too large for it.
  private func commitExclusively(_ batch: WriteBatch) throws(StoreError) -> CommitReceipt {
    try withWriter("commit") { open throws(StoreError) -> CommitReceipt in
      try open.log.prepareToWrite()
      let base = snapshot().state
      guard let change = try resolve(batch, over: base), !change.isEmpty else {
        return CommitReceipt(sequence: base.sequence, isWritten: false).leavingOut(batch.blobs)
      }
      let time = io.now()
      let content = open.content
      content.reset(sequence: open.log.nextSequence)
      let report = try change.encode(into: content, time: time, author: batch.author)
      let log = open.log
      try log.takingReserve(batch.givesSpaceBack) { () throws(StoreError) in
        let released = change.released(by: content.sequence)
        try write(content, report.changes, &open, releasing: released) {
          segment,
          payloadOffset throws(StoreError) in
          try change.applied(content, gone: report.gone, segment: segment, payloadOffset: payloadOffset)
        }
      }
      open.trim()
      return report.receipt
    }
  }

  /// Makes the records of one commit durable while nobody else writes, and publishes what they make.
  ///
  /// - Parameter apply: The indexes over the records, given the place where they will lie. It may throw: then
  ///   nothing is written.
  func write(
    _ content: FrameContent,
    _ changes: CommittedChanges,
    _ open: inout Writer,
    releasing released: [BlobStore.Released] = [],
    apply: (Segment, UInt64) throws(StoreError) -> IndexState
  ) throws(StoreError) {
    guard content.size <= options.largestCommit else {
      throw StoreError(
        .limitExceeded,
        tried: "commit \(content.count) records",
        path: path,
        found: "\(content.size) bytes in one commit; the limit is \(options.largestCommit)",
        remedy: "Save in smaller batches."
      )
    }
    let state: IndexState
    let group: CommitGroup
    if open.log.needsBulk(content.size) {
      let bulk = try open.log.writeBulk(content, time: changes.time)
      do throws(StoreError) {
        state = try apply(bulk.segment, bulk.payloadOffset)
      } catch {
        open.log.takeBack(bulk)
        throw error
      }
      group = open.log.appendReference(to: bulk, sequence: content.sequence, time: changes.time)
    } else {
      try open.log.makeRoomInHalf(for: content.size)
      let place = try open.log.place(content.size)
      state = try apply(place.segment, place.payloadOffset)
      group = open.log.append(content, at: place, time: changes.time)
    }
    group.commits = [changes]
    group.released = released
    group.state = state
    guard let write = begin(&open) else { return }
    let aftermath = end(write, write.perform(), &open)
    aftermath()
    if case .failed(let failure) = group.outcome { throw failure }
  }
}

extension Store.Writer {
  /// Bytes of memory above which a buffer is not kept for the next commit.
  private static let largestBuffer = 16 << 20

  /// Lets the memory of a very large commit go.
  fileprivate mutating func trim() {
    if content.footprint > Self.largestBuffer { content = content.emptied() }
  }
}
