/// Finds the records in a stretch of a file, by their checksums: frame by frame, and where those are damaged record
/// by record, behind the damage too.
struct SalvageScan {
  let salvage: Salvage
  /// Number of the file, and the file.
  let number: Int
  let file: SalvageFile
  /// Which segment the bytes are of.
  let segment: UInt32
  /// Where the stretch begins in the file, and in the segment.
  let start: UInt64
  let segmentStart: UInt64
  /// Seeds the hashes of frames; nil where that is lost.
  let salt: UInt64?
  /// Highest number of a commit that a record outside of any frame may have.
  let highestVersion: SequenceNumber
  /// Whether a checkpoint tells what there is, before an offset in the segment.
  var coveredEnd: UInt64 = 0
  /// Whether `takeFrames` has met bytes that are neither zero nor part of a frame.
  private(set) var hasRemains = false
  /// Bytes of failed attempts: forged headers must not cost more than the file has.
  private var wasted: UInt64 = 0
  private var isThrifty: Bool { wasted > 16 * file.size + 64 << 20 }

  init(
    _ salvage: Salvage,
    file number: Int,
    segment: UInt32,
    start: UInt64,
    segmentStart: UInt64,
    salt: UInt64?,
    highestVersion: SequenceNumber
  ) {
    self.salvage = salvage
    self.number = number
    file = salvage.files[number]
    self.segment = segment
    self.start = start
    self.segmentStart = segmentStart
    self.salt = salt
    self.highestVersion = highestVersion
  }

  private func place(_ offset: UInt64) -> UInt64 { offset - start + segmentStart }

  private func frame(at offset: UInt64) -> (header: FrameHeader, hash: UInt64)? {
    guard let salt else { return nil }
    let bytes = file.bytes(at: offset, count: FormatConstants.frameHeaderSize)
    return FrameHeader.decode(bytes, salt: salt, offset: place(offset))
  }

  // MARK: What was durable

  /// Takes all records up to an offset, and notes what is damaged.
  ///
  /// - Parameter isOpen: Whether nothing says that the content reaches to the end: zeros there are none.
  mutating func takeAll(upTo end: UInt64, isOpen: Bool = false) {
    let end = min(end, file.size)
    var offset = start
    var lost: UInt64?
    while offset < end {
      if let (header, _) = frame(at: offset) {
        note(&lost, upTo: offset)
        let next = offset + UInt64(header.size)
        takeRecords(of: header, at: offset, upTo: min(next, end))
        offset = next
      } else if let record = record(at: offset, end) {
        note(&lost, upTo: offset)
        add(record.header, at: offset, version: record.header.version <= highestVersion ? nil : 1)
        offset += UInt64(aligned8(record.header.size))
      } else {
        if lost == nil { lost = offset }
        offset += 8
      }
    }
    if let first = lost, isOpen, isZero(first..<end) { lost = nil }
    note(&lost, upTo: end)
  }

  private func isZero(_ range: Range<UInt64>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let bytes = file.bytes(at: offset, count: Int(min(1 << 16, range.upperBound - offset)))
      guard !bytes.isEmpty, bytes.allSatisfy({ $0 == 0 }) else { return false }
      offset += UInt64(bytes.count)
    }
    return true
  }

  private func note(_ lost: inout UInt64?, upTo end: UInt64) {
    if let first = lost { note(first..<end) }
    lost = nil
  }

  private func note(_ range: Range<UInt64>) {
    salvage.note(file.path, range, isCovered: place(range.lowerBound) < coveredEnd)
  }

  /// Takes the records in the payload of a frame whose header is undamaged.
  private mutating func takeRecords(of frame: FrameHeader, at offset: UInt64, upTo end: UInt64) {
    guard frame.kind == .commit || frame.kind == .bulk || frame.kind == .compaction else { return }
    salvage.note(frame.sequence)
    var cursor = offset + UInt64(FormatConstants.frameHeaderSize)
    var lost: UInt64?
    while cursor < end {
      if let record = record(at: cursor, end) {
        note(&lost, upTo: cursor)
        add(record.header, at: cursor, version: believed(record.header.version, in: frame))
        cursor += UInt64(aligned8(record.header.size))
      } else if lost == nil {
        lost = cursor
        cursor = skip(cursor, end) ?? cursor + 8
      } else {
        cursor += 8
      }
    }
    note(&lost, upTo: end)
  }

  /// A version is not covered by the hash of its record, but by those of the frame.
  private func believed(_ version: SequenceNumber, in frame: FrameHeader) -> SequenceNumber? {
    frame.kind == .compaction ? (version <= frame.sequence ? nil : frame.sequence) : frame.sequence
  }

  /// Where the record behind a damaged one begins, if the header of the damaged one leads there.
  private mutating func skip(_ cursor: UInt64, _ end: UInt64) -> UInt64? {
    let head = RecordHeader(decoding: file.bytes(at: cursor, count: FormatConstants.recordHeaderSize))
    guard let head else { return nil }
    let next = cursor + UInt64(aligned8(head.size))
    guard next == end || (next < end && record(at: next, end) != nil) else { return nil }
    salvage.hint(head)
    return next
  }

  /// The record at an offset, if its checksum fits.
  private mutating func record(at offset: UInt64, _ end: UInt64) -> VerifiedRecord? {
    let head = file.bytes(at: offset, count: FormatConstants.recordHeaderSize)
    guard let header = RecordHeader(decoding: head), UInt64(header.size) <= end - offset,
      !isThrifty || header.size <= 1024
    else { return nil }
    let bytes = file.bytes(at: offset, count: header.size)
    if let record = try? VerifiedRecord(bytes, of: nil, hashSeed: salvage.hashSeed) { return record }
    wasted += UInt64(header.size)
    return nil
  }

  private func add(_ header: RecordHeader, at offset: UInt64, version: SequenceNumber?) {
    let bytes = file.bytes(at: offset, count: header.size)
    guard bytes.count == header.size else { return }
    salvage.add(
      header,
      UnsafeRawBufferPointer(rebasing: bytes[FormatConstants.recordHeaderSize...]),
      version: version ?? header.version,
      file: number,
      offset: offset,
      place: Location(segment: segment, offset: place(offset), size: header.size)
    )
  }

  /// Takes definitions of the schema alone, wherever they lie, and notes nothing: for files that do not count.
  mutating func takeCatalog(upTo end: UInt64) {
    let end = min(end, file.size)
    var offset = start
    while offset < end {
      let head = file.bytes(at: offset, count: FormatConstants.recordHeaderSize)
      if let kind = RecordHeader(decoding: head)?.kind, kind == .schema || kind == .layout,
        let record = record(at: offset, end)
      {
        add(record.header, at: offset, version: nil)
        offset += UInt64(aligned8(record.header.size))
      } else {
        offset += 8
      }
    }
  }

  // MARK: What may be torn

  /// Takes the records of frames that commits have written behind all that was durable: there nothing else counts,
  /// since remains of writes that were never acknowledged may lie about.
  ///
  /// - Parameters:
  ///   - sequence: Number of the last commit before.
  ///   - takesCommits: Whether the log does not have them all.
  ///   - references: Bulk frames that count, by the offset in the segment, with their hashes.
  mutating func takeFrames(
    upTo end: UInt64,
    after sequence: SequenceNumber,
    takesCommits: Bool,
    references: [UInt64: UInt64]
  ) {
    let end = min(end, file.size)
    var offset = start
    while offset < end {
      guard let (header, hash) = frame(at: offset) else {
        hasRemains = hasRemains || file.bytes(at: offset, count: 8).contains { $0 != 0 }
        offset += 8
        continue
      }
      let next = offset + UInt64(header.size)
      let counts =
        switch header.kind {
        case .commit: takesCommits && header.sequence > sequence
        case .bulk:
          references[place(offset)] == hash
            || (takesCommits && header.sequence > sequence && isReferenced(place(offset), hash, behind: next))
        default: false
        }
      if counts { takeRecords(of: header, at: offset, upTo: min(next, end)) }
      offset = next
    }
  }

  /// Whether the next frame that is no padding makes a bulk frame count.
  private func isReferenced(_ place: UInt64, _ hash: UInt64, behind end: UInt64) -> Bool {
    var offset = end
    for _ in 0..<4 {
      guard let (header, _) = frame(at: offset) else { return false }
      if header.kind == .bulkReference {
        let payload = file.bytes(
          at: offset + UInt64(FormatConstants.frameHeaderSize),
          count: BulkReference.size
        )
        guard let reference = BulkReference(decoding: payload) else { return false }
        return reference.firstOffset == place && reference.firstHash == hash
      }
      guard header.kind == .padding else { return false }
      offset += UInt64(header.size)
    }
    return false
  }

  /// The bulk reference with which the stretch begins.
  func reference() -> BulkReference? {
    guard let (header, _) = frame(at: start), header.kind == .bulkReference else { return nil }
    return BulkReference(
      decoding: file.bytes(at: start + UInt64(FormatConstants.frameHeaderSize), count: BulkReference.size)
    )
  }
}
