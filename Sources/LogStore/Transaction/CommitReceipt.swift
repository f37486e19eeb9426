/// What a commit did.
public struct CommitReceipt: Sendable {
  /// Number of the commit; the number of the newest one if there was nothing to do.
  public var sequence: SequenceNumber
  /// Insertions that became updates: the id that was inserted and the stored object that took its values.
  public var forwarded: [(incoming: ObjectID, survivor: ObjectID)]
  /// All objects that were removed, those of cascades included, in rising order.
  public var deleted: [ObjectID]
  /// Objects that the batch did not name and that the graph rules changed (references that were cleared).
  public var touched: [ObjectID]

  /// Whether there was anything to write. If not, `sequence` is the number of somebody else's commit.
  package var isWritten: Bool

  /// Blobs of the batch that no record names after all.
  var unusedBlobs: Set<BlobID> = []

  package init(
    sequence: SequenceNumber,
    isWritten: Bool = true,
    forwarded: [(incoming: ObjectID, survivor: ObjectID)] = [],
    deleted: [ObjectID] = [],
    touched: [ObjectID] = []
  ) {
    self.sequence = sequence
    self.isWritten = isWritten
    self.forwarded = forwarded
    self.deleted = deleted
    self.touched = touched
  }
}
