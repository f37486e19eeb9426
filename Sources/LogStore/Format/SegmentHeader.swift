/// The first 96 bytes of a segment (FORMAT.md, "Segment").
package struct SegmentHeader: Sendable, Equatable {
  /// Where a segment's bytes come from.
  package enum Kind: UInt16, Sendable {
    /// Written by commits, linked to the hot segment before it.
    case hot = 1
    /// Written by compaction.
    case cold = 2
  }

  package var kind: Kind
  package var id: UInt32
  package var storeID: StoreID
  /// Random; seeds the hash of each frame of this segment.
  package var salt: UInt64
  /// Number of the last commit when the segment was begun.
  package var createdSequence: UInt64
  /// Milliseconds since 1970.
  package var created: Int64
  /// The hot segment before this one; 0 if there is none.
  package var previousID: UInt32
  /// Where it ended.
  package var previousEnd: UInt64
  /// Header hash of its last frame that is no padding.
  package var previousHash: UInt64

  /// The bytes.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: FormatConstants.segmentHeaderSize)
    writer.append(FormatConstants.segmentMagic)
    writer.append(UInt16(1))
    writer.append(kind.rawValue)
    writer.append(id)
    writer.append(previousID)
    writer.append(storeID.low)
    writer.append(storeID.high)
    writer.append(salt)
    writer.append(createdSequence)
    writer.append(created)
    writer.append(previousEnd)
    writer.append(previousHash)
    writer.append(UInt64(0))
    writer.append(UInt64(0))
    writer.append(writer.bytes.withUnsafeBytes { XXH64.hash($0, seed: storeID.low) })
    return writer.bytes
  }

  /// The hash at its end, to which the first frame is chained.
  package var hash: UInt64 {
    encoded().withUnsafeBytes {
      UInt64(
        littleEndian: $0.loadUnaligned(fromByteOffset: FormatConstants.segmentHeaderSize - 8, as: UInt64.self)
      )
    }
  }

  package init(
    kind: Kind,
    id: UInt32,
    storeID: StoreID,
    salt: UInt64,
    createdSequence: UInt64,
    created: Int64,
    previousID: UInt32 = 0,
    previousEnd: UInt64 = 0,
    previousHash: UInt64 = 0
  ) {
    self.kind = kind
    self.id = id
    self.storeID = storeID
    self.salt = salt
    self.createdSequence = createdSequence
    self.created = created
    self.previousID = previousID
    self.previousEnd = previousEnd
    self.previousHash = previousHash
  }

  /// Reads a header; nil if it is not one, is damaged, or belongs to another store.
  package init?(decoding bytes: UnsafeRawBufferPointer, storeID: StoreID) {
    let size = FormatConstants.segmentHeaderSize
    guard bytes.count >= size else { return nil }
    guard bytes.word(0, UInt32.self) == FormatConstants.segmentMagic, bytes.word(4, UInt16.self) == 1,
      let kind = Kind(rawValue: bytes.word(6, UInt16.self)),
      bytes.word(16, UInt64.self) == storeID.low, bytes.word(24, UInt64.self) == storeID.high,
      bytes.word(88, UInt64.self)
        == XXH64.hash(UnsafeRawBufferPointer(rebasing: bytes[..<(size - 8)]), seed: storeID.low)
    else { return nil }
    self.init(
      kind: kind,
      id: bytes.word(8, UInt32.self),
      storeID: storeID,
      salt: bytes.word(32, UInt64.self),
      createdSequence: bytes.word(40, UInt64.self),
      created: bytes.word(48, Int64.self),
      previousID: bytes.word(12, UInt32.self),
      previousEnd: bytes.word(56, UInt64.self),
      previousHash: bytes.word(64, UInt64.self)
    )
  }
}
