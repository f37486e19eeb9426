/// A store after recovery in memory: its newest state, and what has to be written before anything is added.
package struct RecoveredLog {
  /// The superblock that was chosen.
  package var superblock: Superblock
  package var state: IndexState
  /// Where the log ends.
  package var end: Superblock.Position
  /// Header hash of the last frame.
  package var chain: UInt64
  package var lastSequence: SequenceNumber
  package var hotHeader: SegmentHeader
  /// Segments that are not written any more.
  package var sealed: [SealedSegment]
  /// Segments whose files differ from what they have to be.
  package var images: [SegmentImage]
  /// Lowest id that was never handed out.
  package var idLimit: UInt64
  /// What was found on the way.
  package var report: RecoveryReport
}

/// What a recovery found.
public struct RecoveryReport: Sendable {
  /// Number of commits that were completed from the write-ahead log.
  public var redoneCommits = 0
  /// A write that was cut off by a crash and dropped: file and byte.
  public var tornTail: (path: String, offset: UInt64)?
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
