/// One version of the indexes behind one reference, so that snapshots are cheap to copy and to hold.
package final class IndexVersion: Sendable {
  package let state: IndexState
  /// That of the state, apart: to ask it through the state copies the state.
  private let checkpoint: CheckpointImage?
  /// Number of its newest commit.
  let sequence: SequenceNumber
  /// Keeps writers in other processes from removing blobs of it; nil where this process writes.
  let mark: ReaderMark?

  package init(_ state: IndexState, mark: ReaderMark? = nil) {
    self.state = state
    sequence = state.sequence
    self.mark = mark
    checkpoint = state.checkpoint
  }

  /// Throws if answers of the indexes may be wrong.
  func refuseIfDamaged() throws(StoreError) {
    if let failure = checkpoint?.failure { throw failure }
  }
}
