/// What a backup holds.
public struct BackupReport: Sendable, Equatable {
  /// Number of the commit that it is the state after.
  public var sequence: SequenceNumber
  /// Objects in it.
  public var objects: Int
  /// Bytes of its segments.
  public var bytes: UInt64
  /// External blobs in it.
  public var blobs: Int
  /// Bytes of their files.
  public var blobBytes: UInt64
}
