extension Store {
  /// The threads of a store.
  final class Background: Sendable {
    /// Syncs segments and grows the log. Its jobs never take the writer lock: who holds that waits for them.
    let maintenance = Worker()
    /// Commits for those that must not wait; syncs the log in the relaxed mode.
    let committing = Worker()
    /// Writes checkpoints.
    let checkpointing = Worker()
    /// Commits whose callers are suspended.
    let suspended = Lock<[SuspendedCommit]>([])

    /// Ends the threads once they have done what is due.
    func finish() {
      committing.finish()
      checkpointing.finish()
      maintenance.finish()
    }
  }

  /// Makes everything durable that was committed before the call. Only the modes other than full need it. Commits
  /// wait meanwhile.
  ///
  /// - Throws: `poisoned` if the sync fails: what was not synced before may be lost; `readOnly`, `closed`.
  public func sync() throws(StoreError) { try syncBlocking() }

  /// Makes everything durable that was committed before the call, as the blocking `sync` does, without holding up
  /// the thread that calls: the task is suspended. So a program can commit in the relaxed mode without waiting,
  /// and await the disk where it matters.
  public func sync() async throws(StoreError) {
    guard options.durability != .full, let work else { return try syncBlocking() }
    let result = await withCheckedContinuation { continuation in
      let job: @Sendable () -> Void = { [self] in
        continuation.resume(returning: Result { () throws(StoreError) in try syncBlocking() })
      }
      if !work.committing.submit(job) { job() }
    }
    return try result.get()
  }

  /// The blocking `sync`, by a name that no asynchronous one has.
  private func syncBlocking() throws(StoreError) {
    try withWriter("sync the store") { open throws(StoreError) in
      try open.log.prepareToWrite()
      try open.log.syncLog()
      open.isSyncDue = false
    }
  }

  /// Sees to what a group leaves to be done: in the background, or at once where there is none.
  ///
  /// Called with the write side in hand.
  func scheduleWork(_ open: inout Writer) {
    if let task = open.log.backgroundTask() {
      let background = open.log.background
      let io = io
      let isTaken = work?.maintenance.submit { background.run(task, io: io) } ?? false
      if !isTaken { background.run(task, io: io) }
    }
    guard options.durability == .relaxed else { return }
    guard let work else {
      let now = io.now()
      if !open.isSyncDue {
        open.isSyncDue = true
        open.syncDeadline = now + Int64(options.boundedSyncInterval)
      }
      guard now >= open.syncDeadline else { return }
      open.isSyncDue = false
      // A failure ends writing; the next commit says so. This one was written, as its mode promises.
      try? open.log.syncLog()
      return
    }
    guard !open.isSyncDue else { return }
    open.isSyncDue = work.committing.submit(afterMilliseconds: options.boundedSyncInterval) { [weak self] in
      try? self?.syncBlocking()
    }
    if !open.isSyncDue { try? open.log.syncLog() }
  }
}
