/// How far a store that is opened for reading has followed the process that writes to it.
///
/// Where that process only added commits since, they alone are read. After a checkpoint, a compaction, a recovery, or
/// more than one change of log halves, the store is read anew, which a checkpoint makes cheap.
struct Follower: Sendable {
  private var superblock: Superblock
  /// nil if nobody wrote when the store was read: then the log told of commits that the segments may lack.
  private var reached: Recovery.Reached?
  /// A schema of which the store lacks something, which was added to the version in memory alone.
  struct Addition: Sendable {
    var schema: SchemaDescription
    /// With the numbers that a program in this process knows.
    var adopted: AdoptedSchema
  }

  var additions: [Addition] = []
  /// The version as the store has it, where additions lie over it: what they have numbers for the writer may number
  /// otherwise.
  var unextended: IndexState?

  init(_ log: RecoveredLog) {
    superblock = log.superblock
    reached = log.reached
  }

  /// Looks at the files again.
  ///
  /// - Parameters:
  ///   - state: The version that was read last.
  ///   - isWritten: Whether a process writes to the store.
  /// - Returns: The newer version; nil if there is none. One of the same commit lies over other files.
  mutating func advance(
    from state: IndexState,
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    isWritten: Bool
  ) throws(StoreError) -> IndexState? {
    let present = try SuperblockSlots(io: io, paths: paths).chosen
    guard present.storeID == superblock.storeID else {
      throw StoreError(
        .storeMissing,
        tried: "read what is new in the store",
        path: paths.root,
        found: "another store has taken its place",
        remedy: "Close this one, and open the store that is there now."
      )
    }
    // Who writes begins with another superblock.
    if !isWritten, reached == nil, present.generation == superblock.generation { return nil }
    if isWritten, let reached, follows(present) {
      var recovery = try Recovery(
        io: io,
        paths: paths,
        allowsMapping: allowsMapping,
        superblock: present,
        readsAllRecords: false,
        follows: true
      )
      recovery.loader.base = state
      let log = try recovery.readVisible(from: reached)
      read(log)
      return log.lastSequence > state.sequence ? log.state : nil
    }
    let log =
      isWritten
      ? try Recovery.follow(io: io, paths: paths, allowsMapping: allowsMapping)
      : try Recovery.run(io: io, paths: paths, allowsMapping: allowsMapping)
    // A failed sync may have thrown away what a commit had put into the segments; it comes back with a recovery.
    guard log.lastSequence >= state.sequence else { return nil }
    read(log)
    return log.state
  }

  private mutating func read(_ log: RecoveredLog) {
    superblock = log.superblock
    reached = log.reached
  }

  /// Whether the process that wrote the superblock has done nothing since the one known but add commits behind the
  /// same checkpoint.
  private func follows(_ present: Superblock) -> Bool {
    guard present.checkpoint == superblock.checkpoint else { return false }
    return present.epoch == superblock.epoch
      || (present.previous?.salt == superblock.epoch.salt && present.previous?.half == superblock.epoch.half)
  }
}
