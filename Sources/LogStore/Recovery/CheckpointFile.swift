/// A checkpoint: where the log begins to be replayed, and which sealed segments count before that
/// (FORMAT.md, "Checkpoint").
package struct CheckpointFile: Sendable, Equatable {
  /// Kind of the section that holds the segment table.
  static let segmentTableKind: UInt32 = 1
  static let headerSize = 80
  static let sectionEntrySize = 32

  package var id: UInt64
  package var storeID: StoreID
  package var sequence: SequenceNumber
  package var position: Superblock.Position
  /// Header hash of the last frame before the position.
  package var chain: UInt64
  package var segments: [SealedSegment]

  /// The bytes of the file.
  package func encoded() -> [UInt8] {
    var table = ByteWriter()
    for segment in segments { segment.append(to: &table) }
    var writer = ByteWriter()
    writer.append(FormatConstants.checkpointMagic)
    writer.append(UInt16(1))
    writer.append(UInt16(0))
    writer.append(id)
    writer.append(storeID.low)
    writer.append(storeID.high)
    writer.append(sequence)
    writer.append(UInt64(position.segment))
    writer.append(position.offset)
    writer.append(chain)
    writer.append(UInt64(1))  // number of sections
    writer.append(UInt64(0))
    let offset = Self.headerSize + Self.sectionEntrySize
    writer.append(Self.segmentTableKind)
    writer.append(UInt32(0))
    writer.append(UInt64(offset))
    writer.append(UInt64(table.count))
    writer.append(table.bytes.withUnsafeBytes { XXH64.hash($0, seed: storeID.low) })
    writer.append(contentsOf: table.bytes)
    return writer.bytes
  }

  /// The hash that the superblock repeats.
  package static func hash(_ bytes: [UInt8], _ storeID: StoreID) -> UInt64 {
    bytes.withUnsafeBytes { XXH64.hash($0, seed: storeID.high) }
  }

  package init(
    id: UInt64,
    storeID: StoreID,
    sequence: SequenceNumber,
    position: Superblock.Position,
    chain: UInt64,
    segments: [SealedSegment]
  ) {
    self.id = id
    self.storeID = storeID
    self.sequence = sequence
    self.position = position
    self.chain = chain
    self.segments = segments
  }

  /// Reads a file whose hash was verified. Sections of unknown kinds are passed over.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(ByteReader.Failure) {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == FormatConstants.checkpointMagic, try reader.read(UInt16.self) == 1
    else {
      throw reader.failure("no checkpoint")
    }
    _ = try reader.read(UInt16.self)
    id = try reader.read(UInt64.self)
    storeID = StoreID(low: try reader.read(UInt64.self), high: try reader.read(UInt64.self))
    sequence = try reader.read(UInt64.self)
    let segment = try reader.read(UInt64.self)
    position = .init(segment: UInt32(truncatingIfNeeded: segment), offset: try reader.read(UInt64.self))
    chain = try reader.read(UInt64.self)
    let sections = try reader.read(UInt64.self)
    _ = try reader.read(UInt64.self)
    segments = []
    for _ in 0..<sections {
      let kind = try reader.read(UInt32.self)
      _ = try reader.read(UInt32.self)
      let offset = try reader.read(UInt64.self)
      let length = try reader.read(UInt64.self)
      let hash = try reader.read(UInt64.self)
      guard let start = Int(exactly: offset), let count = Int(exactly: length), start <= bytes.count,
        count <= bytes.count - start
      else { throw reader.failure("a section reaches beyond the file") }
      let section = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
      guard XXH64.hash(section, seed: storeID.low) == hash else { throw reader.failure("a damaged section") }
      guard kind == Self.segmentTableKind else { continue }
      var table = ByteReader(section)
      while table.remaining > 0 {
        let id = try table.read(UInt32.self)
        let number = try table.read(UInt32.self)
        guard let kind = SegmentHeader.Kind(rawValue: UInt16(truncatingIfNeeded: number)) else {
          throw reader.failure("unknown kind of segment")
        }
        segments.append(
          SealedSegment(
            id: id,
            kind: kind,
            size: try table.read(UInt64.self),
            lastHash: try table.read(UInt64.self),
            createdSequence: try table.read(UInt64.self)
          )
        )
        _ = try table.read(UInt64.self)
      }
    }
  }
}
