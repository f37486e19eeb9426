/// How far a compaction has come.
public struct CompactionProgress: Sendable, Equatable {
  /// Segments that are being rewritten.
  public var segments: Int
  /// Bytes of those segments, dead ones among them.
  public var bytesInVictims: Int
  /// Bytes copied out of them so far.
  public var bytesCopied: Int
}
