extension Store {
  /// Whether a commit happened, by the number that its error or receipt carries.
  ///
  /// Meant for the time after `commitOutcomeUnknown`: close the store, open it again and ask. Numbers are not used
  /// twice, not even after a crash.
  ///
  /// - Complexity: O(log commits kept in the history).
  public func outcome(of sequence: SequenceNumber) -> CommitOutcome {
    // Under the lock no commit is published between the two looks.
    writer.withLock { open in
      let state = snapshot().state
      guard sequence > state.sequence else { return state.outcome(of: sequence) }
      guard let open, open.log.poison == nil, open.log.groups.isEmpty, open.grouping.leading == nil,
        sequence < open.log.nextSequence
      else { return .unknown }
      return .notCommitted
    }
  }
}

extension IndexState {
  /// Whether a commit happened whose number is not higher than that of the newest one.
  fileprivate func outcome(of sequence: SequenceNumber) -> CommitOutcome {
    if sequence == 0 { return .notCommitted }
    if sequence == self.sequence || history[sequence] != nil { return .committed }
    return sequence > historyFloor ? .notCommitted : .unknown
  }
}
