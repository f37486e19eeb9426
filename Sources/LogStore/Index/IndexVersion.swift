/// One version of the indexes behind one reference, so that snapshots are cheap to copy and to hold.
package final class IndexVersion: Sendable {
  package let state: IndexState
  /// That of the state, apart: to ask it through the state copies the state.
  private let checkpoint: CheckpointImage?
  /// Number of its newest commit.
  let sequence: SequenceNumber
  /// Keeps writers in other processes from removing blobs of it; nil where this process writes.
  var mark: ReaderMark? { heldMark.withLock { $0 } }
  private let heldMark: Lock<ReaderMark?>

  package init(_ state: IndexState, mark: ReaderMark? = nil) {
    self.state = state
    sequence = state.sequence
    heldMark = Lock(mark)
    checkpoint = state.checkpoint
  }

  /// Marks it as read: where this process ends to write while somebody still reads the version.
  func hold(_ mark: ReaderMark) { heldMark.withLock { $0 = mark } }

  /// Throws if answers of the indexes may be wrong.
  func refuseIfDamaged() throws(StoreError) {
    if let failure = checkpoint?.failure { throw failure }
  }
}
