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
  /// Where a reader beside a running writer goes on; nil if nobody wrote.
  var reached: Recovery.Reached?
  /// What was found on the way.
  package var report: RecoveryReport

  /// Whether something was damaged that a crash alone does not explain, so that there may have been a newer state.
  var hidesDamage: Bool {
    // The slot that the next superblock goes to is the only one that a crash can have cut off.
    let next = Int((superblock.generation + 1) % UInt64(FormatConstants.superblockSlots))
    return report.checkpointProblem != nil
      || report.damagedSuperblocks.contains { $0 != next }
  }
}
