/// The payload of a bulk reference frame: the bulk frames before it that belong to its commit.
package struct BulkReference: Sendable, Equatable {
  /// Bytes of the payload.
  package static let size = 40

  /// Where the first bulk frame begins in the same segment.
  package var firstOffset: UInt64
  /// Where the last one begins.
  package var lastOffset: UInt64
  /// Header hash of the first bulk frame.
  package var firstHash: UInt64
  /// Header hash of the last one.
  package var lastHash: UInt64
  /// Number of bulk frames; 1 in this version.
  package var frameCount: UInt64

  /// The bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: Self.size)
    for word in [firstOffset, lastOffset, firstHash, lastHash, frameCount] { writer.append(word) }
    return writer.bytes
  }

  package init(
    firstOffset: UInt64,
    lastOffset: UInt64,
    firstHash: UInt64,
    lastHash: UInt64,
    frameCount: UInt64
  ) {
    self.firstOffset = firstOffset
    self.lastOffset = lastOffset
    self.firstHash = firstHash
    self.lastHash = lastHash
    self.frameCount = frameCount
  }

  /// Reads a payload; nil if it has another size.
  package init?(decoding bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.size else { return nil }
    self.init(
      firstOffset: bytes.word(0, UInt64.self),
      lastOffset: bytes.word(8, UInt64.self),
      firstHash: bytes.word(16, UInt64.self),
      lastHash: bytes.word(24, UInt64.self),
      frameCount: bytes.word(32, UInt64.self)
    )
  }
}
