/// The beginning of a checkpoint: what it covers, which sealed segments count, where each index lies
/// (FORMAT.md, "Checkpoint").
package struct CheckpointHeader: Sendable, Equatable {
  static let version: UInt16 = 3
  static let fixedSize = 88
  static let sectionEntrySize = 48
  /// More would be a forgery: one section for each entity and each index of a catalog.
  static let largestSectionCount: UInt64 = 1 << 18

  package var id: UInt64
  package var storeID: StoreID
  package var sequence: SequenceNumber
  package var position: Superblock.Position
  /// Header hash of the last frame before the position.
  package var chain: UInt64
  /// History is kept of the commits after this one; what segments still hold of earlier ones does not count.
  package var historyFloor: SequenceNumber = 0
  package var segments: [SealedSegment]
  package var sections: [CheckpointSection] = []
  /// Of a list that was read: whether no checkpoint belongs to it.
  private(set) var standsAlone = false

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

  /// Bytes of the header of a checkpoint with room for that many sections.
  static func size(sections: Int) -> Int { fixedSize + sections * sectionEntrySize }

  /// The hash that the superblock repeats.
  package static func hash(_ bytes: UnsafeRawBufferPointer, _ storeID: StoreID) -> UInt64 {
    XXH64.hash(bytes, seed: storeID.high)
  }

  /// The bytes of the header, without the sections themselves; zeros behind their entries.
  package func encoded(size: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(FormatConstants.checkpointMagic)
    writer.append(Self.version)
    writer.append(UInt16(0))
    writer.append(id)
    writer.append(storeID.low)
    writer.append(storeID.high)
    writer.append(sequence)
    writer.append(UInt64(position.segment))
    writer.append(position.offset)
    writer.append(chain)
    writer.append(historyFloor)
    writer.append(UInt64(sections.count))
    writer.append(UInt64(size))
    for section in sections {
      writer.append(section.kind.rawValue)
      writer.append(section.number)
      writer.append(section.offset)
      writer.append(section.length)
      writer.append(section.hash)
      writer.append(section.count)
      writer.append(section.pageCount)
    }
    return writer.bytes + [UInt8](repeating: 0, count: max(0, size - writer.bytes.count))
  }

  /// The bytes of the segment table.
  func encodedSegments() -> [UInt8] {
    var table = ByteWriter()
    for segment in segments { segment.append(to: &table) }
    return table.bytes
  }

  /// How many bytes the header takes; nil if this is the beginning of no checkpoint.
  static func size(beginning bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= fixedSize else { return nil }
    let size = bytes.word(fixedSize - 8, UInt64.self)
    guard size >= UInt64(fixedSize), size <= UInt64(self.size(sections: Int(largestSectionCount))) else {
      return nil
    }
    return Int(size)
  }

  /// How many bytes a checkpoint has in all; its header must have been verified.
  static func fileSize(header bytes: UnsafeRawBufferPointer) -> UInt64 {
    var end = UInt64(bytes.count)
    for entry in stride(from: fixedSize, to: bytes.count - sectionEntrySize + 1, by: sectionEntrySize) {
      end = max(end, bytes.word(entry + 8, UInt64.self) &+ bytes.word(entry + 16, UInt64.self))
    }
    return (end &+ 7) & ~7
  }

  /// Reads a header whose hash was verified. Sections of unknown kinds are passed over.
  ///
  /// - Parameters:
  ///   - file: The whole file, for the segment table.
  ///   - isList: Whether the file is a segment list, which ends behind the segment table.
  package init(
    decoding bytes: UnsafeRawBufferPointer,
    of file: UnsafeRawBufferPointer,
    isList: Bool = false
  ) throws(ByteReader.Failure) {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == FormatConstants.checkpointMagic,
      try reader.read(UInt16.self) == Self.version
    else { throw reader.failure("no checkpoint of this version") }
    _ = try reader.read(UInt16.self)
    id = try reader.read(UInt64.self)
    storeID = StoreID(low: try reader.read(UInt64.self), high: try reader.read(UInt64.self))
    sequence = try reader.read(UInt64.self)
    let segment = try reader.read(UInt64.self)
    position = .init(segment: UInt32(truncatingIfNeeded: segment), offset: try reader.read(UInt64.self))
    chain = try reader.read(UInt64.self)
    historyFloor = try reader.read(UInt64.self)
    let sectionCount = try reader.read(UInt64.self)
    _ = try reader.read(UInt64.self)
    segments = []
    standsAlone = isList && sectionCount == 1
    guard sectionCount <= Self.largestSectionCount else { throw reader.failure("too many sections") }
    for _ in 0..<sectionCount {
      let kind = try reader.read(UInt32.self)
      let number = try reader.read(UInt32.self)
      let offset = try reader.read(UInt64.self)
      let length = try reader.read(UInt64.self)
      let hash = try reader.read(UInt64.self)
      let count = try reader.read(UInt64.self)
      let pageCount = try reader.read(UInt64.self)
      if isList, kind != CheckpointSection.Kind.segmentTable.rawValue { continue }
      guard offset <= UInt64(file.count), length <= UInt64(file.count) - offset,
        pageCount <= UInt64(file.count) / 24
      else { throw reader.failure("a section reaches beyond the file") }
      guard let kind = CheckpointSection.Kind(rawValue: kind) else { continue }
      guard kind == .segmentTable || kind == .state || (count > 0 && pageCount > 0) else {
        throw reader.failure("an index without entries")
      }
      guard (kind != .locations && kind != .kinds) || count <= FormatConstants.idBound else {
        throw reader.failure("\(count) ids, which is more than there can be")
      }
      sections.append(
        CheckpointSection(
          kind: kind,
          number: number,
          offset: offset,
          length: length,
          hash: hash,
          count: count,
          pageCount: pageCount
        )
      )
    }
    if let table = sections.first(where: { $0.kind == .segmentTable }) {
      segments = try Self.segments(Self.content(of: table, file, storeID))
    }
  }

  /// The bytes of a section that is no index, verified.
  static func content(
    of section: CheckpointSection,
    _ file: UnsafeRawBufferPointer,
    _ storeID: StoreID
  ) throws(ByteReader.Failure) -> UnsafeRawBufferPointer {
    let start = Int(section.offset)
    let content = UnsafeRawBufferPointer(rebasing: file[start..<start + Int(section.length)])
    guard XXH64.hash(content, seed: storeID.low) == section.hash else {
      throw ByteReader.Failure(offset: start, reason: "a damaged section")
    }
    return content
  }

  private static func segments(_ content: UnsafeRawBufferPointer) throws(ByteReader.Failure)
    -> [SealedSegment]
  {
    var segments: [SealedSegment] = []
    var table = ByteReader(content)
    while table.remaining > 0 {
      let id = try table.read(UInt32.self)
      let number = try table.read(UInt32.self)
      guard let kind = SegmentHeader.Kind(rawValue: UInt16(truncatingIfNeeded: number)) else {
        throw table.failure("unknown kind of segment")
      }
      let size = try table.read(UInt64.self)
      guard size >= UInt64(FormatConstants.segmentHeaderSize), size < FormatConstants.segmentEndBound else {
        throw table.failure("a segment of \(size) bytes")
      }
      segments.append(
        SealedSegment(
          id: id,
          kind: kind,
          size: size,
          lastHash: try table.read(UInt64.self),
          createdSequence: try table.read(UInt64.self)
        )
      )
      _ = try table.read(UInt64.self)
    }
    return segments
  }
}
