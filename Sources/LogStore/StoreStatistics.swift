/// Figures of an open store at one moment.
public struct StoreStatistics: Sendable {
  /// Number of the newest commit.
  public var sequence: SequenceNumber
  /// Objects by name of exactly their entity.
  public var objects: [(entity: String, count: Int)]
  /// Number of edges of many-to-many and one-way relationships.
  public var edges: Int
  /// Bytes of records that a compaction would keep, apart from history.
  public var liveBytes: Int
  /// Bytes of all segments.
  public var segmentBytes: Int
  /// Number of segments.
  public var segments: Int
  /// Commits made durable since the store was opened.
  public var commits: Int
  /// Writes that made them durable; several commits share one when threads commit at the same time.
  public var commitGroups: Int
}
