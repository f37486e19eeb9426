extension Store {
  /// What the commits after one changed, oldest first: from memory for recent ones, from the log beyond.
  ///
  /// - Throws: `historyUnavailable` when compaction has dropped some of them.
  public func changes(after sequence: SequenceNumber) throws(StoreError) -> [CommittedChanges] {
    // What other processes commit is not kept in memory.
    if !isReadOnly, let commits = recent.withLock({ $0.after(sequence) }) { return commits }
    let state = snapshot().state
    guard sequence >= state.historyFloor else {
      throw StoreError(
        .historyUnavailable,
        tried: "list the changes after commit \(sequence)",
        path: path,
        found: "the history begins after commit \(state.historyFloor)",
        remedy: "Read the present state in whole, and go on from commit \(state.sequence)."
      )
    }
    var commits: [CommittedChanges] = []
    var cursor = state.history.cursor(from: sequence + 1)
    while let (number, word) = cursor.next() {
      commits.append(try state.changes(of: number, at: Location(word: word)))
    }
    return commits
  }
}

extension IndexState {
  /// History is complete for the commits after this one.
  package var historyFloor: SequenceNumber {
    history.first.map { $0.key - 1 } ?? sequence
  }

  /// What one commit changed.
  package func changes(of number: SequenceNumber, at location: Location) throws(StoreError)
    -> CommittedChanges
  {
    try withRecord(at: location, of: number) { _, payload throws(StoreError) in
      do throws(ByteReader.Failure) {
        return try HistoryPayload.decode(sequence: number, payload)
      } catch {
        throw damaged(location, number, "its history cannot be decoded: \(error.reason)")
      }
    }
  }
}
