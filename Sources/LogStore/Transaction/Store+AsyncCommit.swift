extension Store {
  /// A commit whose caller is suspended.
  struct SuspendedCommit: Sendable {
    var batch: WriteBatch
    var resume: @Sendable (Result<CommitReceipt, StoreError>) -> Void
  }

  /// Completes a batch by the rules of the graph and makes it durable as one unit, as the blocking `commit` does,
  /// without holding up the thread that calls: the task is suspended until the commit counts.
  ///
  /// Commits of many tasks become durable together. A commit goes on when its task is cancelled. A store whose
  /// background work is done inline commits in the call.
  ///
  /// - Throws: as the blocking `commit`.
  @discardableResult
  public func commit(_ batch: WriteBatch) async throws(StoreError) -> CommitReceipt {
    guard let work else {
      defer { finishCommits() }
      return try commitBlocking(batch)
    }
    let result = await withCheckedContinuation { continuation in
      work.suspended.withLock { waiting in
        waiting.append(SuspendedCommit(batch: batch) { continuation.resume(returning: $0) })
      }
      if !work.committing.submit({ [self] in commitWaiting(work) }) { commitWaiting(work) }
    }
    return try result.get()
  }

  /// Commits all batches that wait.
  private func commitWaiting(_ work: Background) {
    let waiting = work.suspended.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    let results = commit(together: waiting.map(\.batch))
    for (commit, result) in zip(waiting, results) { commit.resume(result) }
    finishCommits()
  }

  /// Commits batches as threads do that come at the same moment: each by itself, in order, in as few groups as
  /// they need.
  package func commit(together batches: [WriteBatch]) -> [Result<CommitReceipt, StoreError>] {
    var results: [Result<CommitReceipt, StoreError>] = []
    var laidOut: [(place: LaidOut, blobs: [PendingBlob])] = []
    func settleAll() {
      for (place, blobs) in laidOut {
        let result = Result { () throws(StoreError) in try settle(place) }
        switch result {
        case .success(let receipt): end(blobs, receipt)
        case .failure(let error): end(blobs, after: error)
        }
        results.append(result)
      }
      laidOut = []
    }
    for batch in batches {
      do throws(StoreError) {
        try blobs.claim(batch.blobs)
      } catch {
        settleAll()
        results.append(.failure(error))
        continue
      }
      do throws(StoreError) {
        try blobs.name(batch.blobs)
        switch try layOut(batch) {
        case .done(let receipt):
          settleAll()
          end(batch.blobs, receipt)
          results.append(.success(receipt))
        case .laidOut(let place): laidOut.append((place, batch.blobs))
        case .wait, .exclusive:
          settleAll()
          results.append(Result { () throws(StoreError) in try commitClaimed(batch) })
        }
      } catch {
        settleAll()
        let again = error.code == .outOfSpace
        if !again { end(batch.blobs, after: error) }
        results.append(
          again ? Result { () throws(StoreError) in try commitClaimed(batch) } : .failure(error)
        )
      }
    }
    settleAll()
    return results
  }
}
