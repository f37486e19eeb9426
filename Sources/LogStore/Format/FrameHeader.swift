/// The first 64 bytes of a frame: one transaction, or padding, with identical bytes in the write-ahead log
/// and in the segment (FORMAT.md, "Frame").
package struct FrameHeader: Sendable, Equatable {
  /// What a frame holds.
  package enum Kind: UInt16, Sendable {
    /// The records of one commit.
    case commit = 1
    /// The records of one large commit, written past the write-ahead log; counts through its reference.
    case bulk = 2
    /// Records copied by compaction.
    case compaction = 3
    /// Makes the output of a compaction count: reserved for compaction beside a running writer.
    case relocate = 4
    /// Zeros up to a block boundary.
    case padding = 5
    /// Makes the bulk frame before it count.
    case bulkReference = 6
  }

  package var kind: Kind
  package var sequence: UInt64
  /// Bytes behind the header, a multiple of eight.
  package var payloadSize: Int
  package var recordCount: Int
  /// Milliseconds since 1970.
  package var time: Int64
  /// Header hash of the frame before it that is no padding, or the segment header's.
  package var previousHash: UInt64
  /// Hash over the version and hash of each record; for a reference, over the payload.
  package var contentHash: UInt64

  /// Bytes of the whole frame.
  package var size: Int { FormatConstants.frameHeaderSize + payloadSize }

  package init(
    kind: Kind,
    sequence: UInt64,
    payloadSize: Int,
    recordCount: Int,
    time: Int64,
    previousHash: UInt64,
    contentHash: UInt64
  ) {
    self.kind = kind
    self.sequence = sequence
    self.payloadSize = payloadSize
    self.recordCount = recordCount
    self.time = time
    self.previousHash = previousHash
    self.contentHash = contentHash
  }

  /// A padding frame that fills `size` bytes.
  package static func padding(size: Int) -> FrameHeader {
    FrameHeader(
      kind: .padding,
      sequence: 0,
      payloadSize: size - FormatConstants.frameHeaderSize,
      recordCount: 0,
      time: 0,
      previousHash: 0,
      contentHash: 0
    )
  }

  /// Writes the 64 bytes, bound to a place.
  ///
  /// - Returns: The hash at their end, the frame's own.
  @discardableResult
  package func store(to target: UnsafeMutableRawPointer, salt: UInt64, offset: UInt64) -> UInt64 {
    target.store(FormatConstants.frameMagic, 0)
    target.store(kind.rawValue, 4)
    target.store(UInt16(0), 6)
    target.store(sequence, 8)
    target.store(UInt32(truncatingIfNeeded: payloadSize), 16)
    target.store(UInt32(truncatingIfNeeded: recordCount), 20)
    target.store(time, 24)
    target.store(previousHash, 32)
    target.store(contentHash, 40)
    target.store(UInt64(0), 48)
    let covered = UnsafeRawBufferPointer(start: target, count: FormatConstants.frameHeaderSize - 8)
    let hash = XXH64.hash(covered, seed: salt ^ offset)
    target.store(hash, 56)
    return hash
  }

  /// The 64 bytes and the hash at their end.
  package func encoded(salt: UInt64, offset: UInt64) -> (bytes: [UInt8], hash: UInt64) {
    var hash: UInt64 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: FormatConstants.frameHeaderSize) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      hash = store(to: UnsafeMutableRawPointer(base), salt: salt, offset: offset)
      count = FormatConstants.frameHeaderSize
    }
    return (bytes, hash)
  }

  /// Reads a header at its place in a segment.
  ///
  /// - Returns: nil if the bytes are no header that was written for that place.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer,
    salt: UInt64,
    offset: UInt64
  ) -> (header: FrameHeader, hash: UInt64)? {
    let size = FormatConstants.frameHeaderSize
    guard bytes.count >= size, bytes.word(0, UInt32.self) == FormatConstants.frameMagic else { return nil }
    let hash = bytes.word(56, UInt64.self)
    guard hash == XXH64.hash(UnsafeRawBufferPointer(rebasing: bytes[..<(size - 8)]), seed: salt ^ offset),
      let header = FrameHeader(verified: bytes)
    else { return nil }
    return (header, hash)
  }

  /// Reads a header whose bytes something else vouches for.
  ///
  /// - Returns: nil if it is no header.
  init?(verified bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= FormatConstants.frameHeaderSize,
      bytes.word(0, UInt32.self) == FormatConstants.frameMagic,
      let kind = Kind(rawValue: bytes.word(4, UInt16.self)), bytes.word(6, UInt16.self) == 0,
      bytes.word(48, UInt64.self) == 0
    else { return nil }
    let payload = Int(bytes.word(16, UInt32.self))
    guard payload % 8 == 0, payload <= FormatConstants.largestFrame else { return nil }
    self.init(
      kind: kind,
      sequence: bytes.word(8, UInt64.self),
      payloadSize: payload,
      recordCount: Int(bytes.word(20, UInt32.self)),
      time: bytes.word(24, Int64.self),
      previousHash: bytes.word(32, UInt64.self),
      contentHash: bytes.word(40, UInt64.self)
    )
  }
}
