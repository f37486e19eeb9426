/// What a record says of an external blob: which one, how long it is, and what it has to hold.
public struct BlobReference: Sendable, Hashable {
  /// Bytes of a reference in a record.
  package static let size = 32

  /// Which blob.
  public var id: BlobID
  /// Bytes of the value.
  public var length: UInt64
  /// Digest of the hashes of all chunks (FORMAT.md, section 20).
  public var digest: UInt64

  package init(id: BlobID, length: UInt64, digest: UInt64) {
    self.id = id
    self.length = length
    self.digest = digest
  }

  /// Reads a reference; nil if that is not its size.
  package init?(decoding bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    self.init(
      id: BlobID(high: bytes.word(0, UInt64.self), low: bytes.word(8, UInt64.self)),
      length: bytes.word(16, UInt64.self),
      digest: bytes.word(24, UInt64.self)
    )
  }

  /// The bytes of a reference.
  package func store(to target: UnsafeMutableRawPointer) {
    target.store(id.high, 0)
    target.store(id.low, 8)
    target.store(length, 16)
    target.store(digest, 24)
  }
}
