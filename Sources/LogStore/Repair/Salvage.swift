/// What was found of a damaged store: of each address the record that is the live one, as far as can be told.
final class Salvage {
  /// What the header of a damaged record says, which may be damaged itself.
  struct Hint {
    var version: SequenceNumber
    var layout: LayoutID
    var isEdge: Bool
  }

  let hashSeed: UInt64
  let guide: SalvageGuide?
  /// The files that records were found in.
  var files: [SalvageFile] = []
  /// Objects, edges and tombstones, by id.
  private(set) var objects: [UInt64: SalvagedRecord] = [:]
  private(set) var schema: (record: SalvagedRecord, content: CatalogCoding.Content)?
  private(set) var layouts: [UInt16: (record: SalvagedRecord, layout: RecordLayout)] = [:]
  /// History, by the number of the commit.
  private(set) var history: [UInt64: SalvagedRecord] = [:]
  /// By id.
  private(set) var hints: [UInt64: Hint] = [:]
  private(set) var damages: [SalvageDamage] = []
  /// Records that were verified.
  private(set) var recordCount = 0
  /// Highest number of a commit.
  private(set) var highestSequence: SequenceNumber = 0

  init(hashSeed: UInt64, guide: SalvageGuide?) {
    self.hashSeed = hashSeed
    self.guide = guide
  }

  /// Notes a number of a commit.
  func note(_ sequence: SequenceNumber) {
    if sequence < FormatConstants.sequenceBound { highestSequence = max(highestSequence, sequence) }
  }

  /// Takes in a record whose checksum fits.
  ///
  /// - Parameters:
  ///   - version: Number of its commit, as far as that can be believed.
  ///   - place: Where it lies in its segment.
  func add(
    _ header: RecordHeader,
    _ payload: UnsafeRawBufferPointer,
    version: SequenceNumber,
    file: Int,
    offset: UInt64,
    place: Location
  ) {
    recordCount += 1
    note(version)
    var record = SalvagedRecord(
      kind: header.kind,
      layout: header.layout,
      isAsCheckpointed: false,
      file: Int32(file),
      size: UInt32(header.size),
      version: version,
      offset: offset
    )
    switch header.kind {
    case .put, .edge, .tombstone: addObject(header.object, &record, place)
    case .history where header.object < FormatConstants.sequenceBound:
      history[header.object] = record
      note(header.object)
    case .schema where version >= schema?.record.version ?? 0:
      record.isAsCheckpointed =
        guide?.schema.map { $0.segment == place.segment && $0.offset == place.offset } ?? false
      if let content = try? CatalogCoding.decode(payload) { schema = (record, content) }
    case .layout:
      let number = UInt16(truncatingIfNeeded: header.object)
      guard number > 0, UInt64(number) == header.object, version >= layouts[number]?.record.version ?? 0,
        let layout = try? CatalogCoding.decodeLayout(id: LayoutID(rawValue: number), payload)
      else { return }
      layouts[number] = (record, layout)
    default: break
    }
  }

  private func addObject(_ id: UInt64, _ record: inout SalvagedRecord, _ place: Location) {
    guard id > 0, id < FormatConstants.idBound, record.kind != .put || record.layout.rawValue != 0 else {
      return
    }
    if let guide, record.version <= guide.sequence {
      switch guide.place(of: id) {
      case .unknown: break
      case .none: return
      case .at(let location, _):
        record.isAsCheckpointed =
          location.segment == place.segment && location.offset == place.offset && record.kind != .tombstone
      }
    }
    if let present = objects[id], isNewer(present, record) { return }
    objects[id] = record
  }

  /// Whether a record counts more than another one of the same address.
  private func isNewer(_ a: SalvagedRecord, _ b: SalvagedRecord) -> Bool {
    let sequence = guide?.sequence ?? 0
    let isLater = (a.version > sequence, b.version > sequence)
    if isLater.0 != isLater.1 { return isLater.0 }
    if a.isAsCheckpointed != b.isAsCheckpointed { return a.isAsCheckpointed }
    return a.version >= b.version
  }

  /// Whether definitions are missing that records need.
  var lacksDefinitions: Bool {
    guard !objects.isEmpty else { return false }
    if schema == nil || (guide?.schema != nil && schema?.record.isAsCheckpointed == false) { return true }
    return objects.values.contains { $0.kind == .put && layouts[$0.layout.rawValue] == nil }
  }

  /// Notes what the header of a damaged record says.
  func hint(_ header: RecordHeader) {
    guard header.kind == .put || header.kind == .edge, header.object > 0,
      header.object < FormatConstants.idBound, header.version < FormatConstants.sequenceBound
    else { return }
    if let present = hints[header.object], present.version >= header.version { return }
    hints[header.object] = Hint(
      version: header.version,
      layout: header.layout,
      isEdge: header.kind == .edge
    )
  }

  /// Notes bytes that hold nothing that can be read.
  ///
  /// - Parameter isCovered: Whether a checkpoint tells what was there.
  func note(_ path: String, _ range: Range<UInt64>, isCovered: Bool) {
    guard !range.isEmpty else { return }
    if let last = damages.last, last.path == path, last.range.upperBound == range.lowerBound,
      last.isCovered == isCovered
    {
      damages[damages.count - 1].range = last.range.lowerBound..<range.upperBound
    } else {
      damages.append(SalvageDamage(path: path, range: range, isCovered: isCovered))
    }
  }

  /// Reads a record again, and verifies it again; nil if that fails.
  func read(_ record: SalvagedRecord, of address: UInt64) -> (header: RecordHeader, bytes: [UInt8])? {
    guard let bytes = files[Int(record.file)].copy(at: record.offset, count: Int(record.size)) else {
      return nil
    }
    let header = bytes.withUnsafeBytes { raw -> RecordHeader? in
      guard var header = try? VerifiedRecord(raw, of: address, hashSeed: hashSeed).header,
        header.size == bytes.count
      else { return nil }
      header.version = record.version
      return header
    }
    return header.map { ($0, bytes) }
  }
}
