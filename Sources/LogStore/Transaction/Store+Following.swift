extension Store {
  /// Brings a store that was opened for reading up to what another process has committed; snapshots taken from then
  /// on show it, those taken before stay as they are. A store that is open for writing always is.
  ///
  /// Never writes, and never makes the process that writes wait. While that recovers the store after a crash, or a
  /// commit is on its way, the version stays as it is: only commits that count are seen, each whole, none that was
  /// seen goes again.
  ///
  /// - Returns: Whether there are new commits.
  /// - Throws: `storeMissing` if the store is not at its path any more, `inputOutput`, and what an opening finds
  ///   damaged. The version then stays as it is.
  /// - Complexity: a few system calls if nothing is new; O(new commits), or that of an opening after a checkpoint, a
  ///   compaction or a recovery.
  @discardableResult
  public func refresh() throws(StoreError) -> Bool {
    guard isReadOnly else { return false }
    let outcome: (version: IndexVersion?, isNew: Bool)
    do throws(StoreError) {
      outcome = try follower.withLock { follower throws(StoreError) in try advance(&follower) }
    } catch {
      if error.code == .storeLocked { return false }
      throw error
    }
    return outcome.isNew
  }

  /// - Returns: The version before, which is let go of without a lock.
  private func advance(
    _ follower: inout Follower?
  ) throws(StoreError) -> (version: IndexVersion?, isNew: Bool) {
    guard var next = follower else { return (nil, false) }
    let paths = StorePaths(root: path)
    let present = next.unextended ?? snapshot().state
    let state = try ReaderGate.read(io: io, paths: paths, timeout: 0) { writer throws(StoreError) in
      try next.advance(
        from: present,
        io: io,
        paths: paths,
        allowsMapping: options.allowsMapping && io.supportsMapping,
        isWritten: writer != nil
      )
    }
    guard var state else {
      follower = next
      return (nil, false)
    }
    state.sealing = sealing
    state.blobFiles = blobs.files
    let unextended = state
    next.additions = try addInMemory(next.additions, to: &state)
    next.unextended = next.additions.isEmpty ? nil : unextended
    // The mark of the version before has kept the blobs of this one so far.
    let mark = try ReaderMark(state.sequence, io: io, paths: paths)
    follower = next
    return (publish(state, mark: mark), state.sequence > present.sequence)
  }
}
