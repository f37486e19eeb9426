/// Attributes the bytes of frames and of the records in them.
struct FrameMapper {
  let mapper: FileMapper
  let hashSeed: UInt64

  // MARK: Fields

  private struct RecordFields: Sendable {
    var header: FieldTable
    var payload: MapField
    var padding: MapField

    init(_ kind: String, payload: String) {
      let structure = "record (\(kind))"
      header = FieldTable.record.renamed(structure)
      self.payload = MapField(structure, payload)
      padding = MapField(structure, "padding")
    }
  }

  private static let put = RecordFields("put", payload: "values")
  private static let tombstone = RecordFields("tombstone", payload: "payload")
  private static let schema = RecordFields("schema", payload: "catalog")
  private static let reserved = RecordFields("reserved", payload: "payload")
  private static let edge = RecordFields("edge", payload: "payload")
  private static let layout = RecordFields("layout", payload: "fields")
  private static let history = RecordFields("history", payload: "changes")
  private static let edgeTable = FieldTable.edge.renamed("record (edge)", prefix: "payload.")

  private static let padding = (
    header: FieldTable.frame.renamed("padding frame"), payload: MapField("padding frame", "zeros", .unused)
  )
  private static let commit = FieldTable.frame.renamed("commit frame")
  private static let bulk = FieldTable.frame.renamed("bulk frame")
  private static let compaction = FieldTable.frame.renamed("compaction frame")
  private static let reference = FieldTable.frame.renamed("bulk reference frame")
  private static let relocate = (
    header: FieldTable.frame.renamed("relocate frame"), payload: MapField("relocate frame", "payload")
  )

  private static func fields(_ kind: RecordHeader.Kind) -> RecordFields {
    switch kind {
    case .put: put
    case .tombstone: tombstone
    case .schema: schema
    case .key, .blobRelease, .meta: reserved
    case .edge: edge
    case .layout: layout
    case .history: history
    }
  }

  // MARK: Frames

  /// A frame whose header was verified.
  ///
  /// - Parameter salt: That of its segment; nil where something else has verified the bytes.
  func take(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer, salt: UInt64?) throws {
    switch header.kind {
    case .padding:
      try mapper.take(Self.padding.header)
      try mapper.take(payload.count, payload.allSatisfy { $0 == 0 } ? Self.padding.payload : .unknown)
    case .bulkReference:
      try mapper.take(Self.reference)
      if payload.count == BulkReference.size, isIntact(payload, header, salt) {
        try mapper.take(FieldTable.bulkReference)
      } else {
        try mapper.take(payload.count, .unknown)
      }
    case .relocate:
      try mapper.take(Self.relocate.header)
      try mapper.take(payload.count, isIntact(payload, header, salt) ? Self.relocate.payload : .unknown)
    case .commit: try take(Self.commit, header, payload, salt)
    case .bulk: try take(Self.bulk, header, payload, salt)
    case .compaction: try take(Self.compaction, header, payload, salt)
    }
  }

  private func isIntact(_ payload: UnsafeRawBufferPointer, _ header: FrameHeader, _ salt: UInt64?) -> Bool {
    salt.map { header.contentHash == XXH64.hash(payload, seed: $0) } ?? true
  }

  /// A frame of records.
  private func take(
    _ table: FieldTable,
    _ header: FrameHeader,
    _ payload: UnsafeRawBufferPointer,
    _ salt: UInt64?
  ) throws {
    try mapper.take(table)
    // Records do not vouch for their versions, the frame does. Where it does not, no version can be believed.
    guard let salt, contentHash(payload, salt) != header.contentHash else { return try takeRecords(payload) }
    try takeRecords(payload, believesVersions: false)
  }

  /// What the header of a frame should have as the hash of its records; nil where there is no record header.
  private func contentHash(_ payload: UnsafeRawBufferPointer, _ salt: UInt64) -> UInt64? {
    var content = XXH64.Stream(seed: salt)
    var cursor = 0
    while cursor < payload.count {
      let rest = UnsafeRawBufferPointer(rebasing: payload[cursor...])
      guard let record = RecordHeader(decoding: rest), aligned8(record.size) <= rest.count else { return nil }
      content.update(UnsafeRawBufferPointer(rebasing: rest[16..<32]))
      cursor += aligned8(record.size)
    }
    return content.finish()
  }

  private func takeRecords(_ payload: UnsafeRawBufferPointer, believesVersions: Bool = true) throws {
    var cursor = 0
    while cursor < payload.count {
      let rest = UnsafeRawBufferPointer(rebasing: payload[cursor...])
      guard let record = RecordHeader(decoding: rest), aligned8(record.size) <= rest.count else {
        return try mapper.take(rest.count, .unknown)
      }
      let body = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.recordHeaderSize..<record.size])
      let padding = rest[record.size..<aligned8(record.size)]
      try take(record, body, believesVersions)
      try mapper.take(
        padding.count,
        padding.allSatisfy { $0 == 0 } ? Self.fields(record.kind).padding : .unknown
      )
      cursor += aligned8(record.size)
    }
  }

  private func take(
    _ record: RecordHeader,
    _ body: UnsafeRawBufferPointer,
    _ believesVersions: Bool
  ) throws {
    guard record.isIntact(body, hashSeed: hashSeed) else { return try mapper.take(record.size, .unknown) }
    let fields = Self.fields(record.kind)
    for (number, (field, size)) in fields.header.fields.enumerated() {
      try mapper.take(size, believesVersions || number != Self.versionField ? field : .unknown)
    }
    if record.kind == .edge, body.count == EdgePayload.size {
      try mapper.take(Self.edgeTable)
    } else {
      try mapper.take(body.count, fields.payload)
    }
  }

  /// Place of the version among the fields of a record header.
  private static let versionField = 5
}
