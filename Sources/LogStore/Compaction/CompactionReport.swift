/// What a compaction did.
public struct CompactionReport: Sendable {
  /// Bytes of all segments before.
  public var bytesBefore: Int
  /// Bytes of all segments after.
  public var bytesAfter: Int
  /// Records that were kept.
  public var recordsKept: Int
}
