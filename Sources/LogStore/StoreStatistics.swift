/// Figures of an open store at one moment.
public struct StoreStatistics: Sendable {
  /// Number of the newest commit.
  public var sequence: SequenceNumber
  /// Objects by name of exactly their entity.
  public var objects: [(entity: String, count: Int)]
  /// Number of edges of many-to-many and one-way relationships.
  public var edges: Int
  /// External blobs that objects have.
  public var blobs: Int
  /// Bytes of the values in them.
  public var blobBytes: Int
  /// Bytes of records that a compaction would keep, apart from history.
  public var liveBytes: Int
  /// Bytes of the history of changes, roughly.
  public var historyBytes: Int
  /// Bytes of segments that are neither: what was replaced or deleted, and what frames and padding take.
  public var deadBytes: Int
  /// Bytes of all segments.
  public var segmentBytes: Int
  /// Bytes that a segment grows to, which follow the size of the store; nil where it is opened for reading only.
  public var segmentTarget: Int?
  /// Number of segments.
  public var segments: Int
  /// Bytes of segments that a compaction has rewritten, and that stay on the disk, without a name, as long as a
  /// snapshot holds them.
  public var pinnedBytes: Int
  /// Milliseconds since the oldest version that a snapshot holds, or a compaction reads, was replaced by a newer one;
  /// nil if only the newest is held.
  public var oldestSnapshotAge: Int64?
  /// Commits made durable since the store was opened.
  public var commits: Int
  /// Writes that made them durable; several commits share one when threads commit at the same time.
  public var commitGroups: Int
  /// Compactions since the store was opened.
  public var compactions: Int
  /// Bytes that they have written.
  public var compactedBytes: Int
  /// Bytes that they have given back.
  public var reclaimedBytes: Int
  /// How far the one that goes on has come; nil if none does.
  public var compaction: CompactionProgress?
  /// Why the last one failed, or left a segment alone: damage, a full disk. The store goes on, with more dead bytes
  /// than it should have. nil if all is well.
  public var compactionProblem: StoreError?
}
