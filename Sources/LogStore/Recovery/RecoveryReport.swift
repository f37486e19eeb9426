/// What a recovery found.
public struct RecoveryReport: Sendable {
  /// Number of commits that were completed from the write-ahead log.
  public var redoneCommits = 0
  /// A write that was cut off by a crash and dropped: file and byte.
  public var tornTail: (path: String, offset: UInt64)?
  /// Whether no commit was found in the write-ahead log.
  var logIsEmpty = false
  /// Slots of the superblock file that hold no valid superblock.
  public var damagedSuperblocks: [Int] = []
  /// What was wrong with the checkpoint, if the indexes had to be rebuilt from all segments.
  public var checkpointProblem: String?
  /// Number of records read.
  public var recordCount = 0
  /// Whether the store had been closed.
  public var wasClean = false

  package init() {}
}
