/// The first 32 bytes of a record (FORMAT.md, "Record").
package struct RecordHeader: Sendable, Equatable {
  /// What a record is. A reader refuses one of a kind that it does not know.
  package enum Kind: UInt8, Sendable {
    /// The values of an object; addressed by its id.
    case put = 1
    /// The end of an object or edge; addressed by its id.
    case tombstone = 2
    /// The whole catalog; there is one.
    case schema = 3
    /// A data key: reserved for sealed attributes.
    case key = 4
    /// The release of an external blob: reserved.
    case blobRelease = 5
    /// A named value of the store: reserved.
    case meta = 6
    /// One target of a relationship kept outside of records; addressed by an id of its own.
    case edge = 7
    /// A record layout; addressed by its number.
    case layout = 8
    /// What one commit changed; addressed by its sequence number.
    case history = 0x80
  }

  package var kind: Kind
  package var layout: LayoutID
  /// What the record is about; its meaning depends on the kind.
  package var object: UInt64
  /// Number of the commit that wrote it; kept by compaction.
  package var version: UInt64
  /// Bytes behind the header, without the padding to eight.
  package var payloadSize: Int
  /// Hash of the payload, seeded by the rest of the header.
  package var hash: UInt64

  /// Bytes of header and payload, without the padding to eight.
  package var size: Int { FormatConstants.recordHeaderSize + payloadSize }

  /// Bytes that a record takes in a frame, by those of its payload.
  static func room(payload: Int) -> Int { aligned8(FormatConstants.recordHeaderSize + payload) }

  /// Makes the header of a payload.
  package init(
    kind: Kind,
    layout: LayoutID = LayoutID(rawValue: 0),
    object: UInt64,
    version: UInt64,
    payload: UnsafeRawBufferPointer,
    hashSeed: UInt64
  ) {
    self.kind = kind
    self.layout = layout
    self.object = object
    self.version = version
    payloadSize = payload.count
    hash = 0
    hash = XXH64.hash(payload, seed: seed(hashSeed))
  }

  private func seed(_ hashSeed: UInt64) -> UInt64 {
    let first = UInt64(size) | UInt64(kind.rawValue) << 32 | UInt64(layout.rawValue) << 48
    return XXH64.hash(first, object, seed: hashSeed)
  }

  /// The header of the same record with another payload.
  init(_ header: RecordHeader, with payload: UnsafeRawBufferPointer, hashSeed: UInt64) {
    self.init(
      kind: header.kind,
      layout: header.layout,
      object: header.object,
      version: header.version,
      payload: payload,
      hashSeed: hashSeed
    )
  }

  /// Writes the 32 bytes.
  package func store(to target: UnsafeMutableRawPointer) {
    let first = UInt64(size) | UInt64(kind.rawValue) << 32 | UInt64(layout.rawValue) << 48
    target.store(first, 0)
    target.store(object, 8)
    target.store(version, 16)
    target.store(hash, 24)
  }

  /// Reads a header; nil if its fields cannot be one. The hash is not checked: see `isIntact`.
  package init?(decoding bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= FormatConstants.recordHeaderSize else { return nil }
    let first = bytes.word(0, UInt64.self)
    let size = Int(first & 0xFFFF_FFFF)
    guard size >= FormatConstants.recordHeaderSize, size <= FormatConstants.largestRecord,
      (first >> 40) & 0xFF == 0,
      let kind = Kind(rawValue: UInt8(truncatingIfNeeded: first >> 32))
    else { return nil }
    self.kind = kind
    layout = LayoutID(rawValue: UInt16(truncatingIfNeeded: first >> 48))
    object = bytes.word(8, UInt64.self)
    version = bytes.word(16, UInt64.self)
    hash = bytes.word(24, UInt64.self)
    payloadSize = size - FormatConstants.recordHeaderSize
  }

  /// The size of an object's record with a layout, by the first word of its header; nil if this is no such word.
  @inline(__always)
  static func putSize(_ word: UInt64, _ layout: LayoutID) -> Int? {
    let size = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
    guard word &>> 32 == UInt64(Kind.put.rawValue) | UInt64(layout.rawValue) &<< 16,
      size >= FormatConstants.recordHeaderSize
    else { return nil }
    return size
  }

  /// Whether the payload is what was written under this header.
  package func isIntact(_ payload: UnsafeRawBufferPointer, hashSeed: UInt64) -> Bool {
    XXH64.hash(payload, seed: seed(hashSeed)) == hash
  }
}
