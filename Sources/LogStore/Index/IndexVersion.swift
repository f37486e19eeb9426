/// One version of the indexes behind one reference, so that snapshots are cheap to copy and to hold.
package final class IndexVersion: Sendable {
  package let state: IndexState
  /// That of the state, apart: to ask it through the state copies the state.
  private let checkpoint: CheckpointImage?

  package init(_ state: IndexState) {
    self.state = state
    checkpoint = state.checkpoint
  }

  /// Throws if answers of the indexes may be wrong.
  func refuseIfDamaged() throws(StoreError) {
    if let failure = checkpoint?.failure { throw failure }
  }
}
