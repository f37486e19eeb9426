/// The fields of a structure, one behind the other: the tables of FORMAT.md, with its names.
package struct FieldTable: Sendable {
  /// The fields with their sizes in bytes.
  package let fields: [(field: MapField, size: Int)]

  /// Bytes of the structure.
  package let size: Int

  /// The structure, as FORMAT.md calls it.
  package var structure: String { fields.first?.field.structure ?? "" }

  init(_ structure: String, _ fields: KeyValuePairs<String, Int>) {
    self.fields = fields.map { (MapField(structure, $0.key), $0.value) }
    size = fields.reduce(0) { $0 + $1.value }
  }

  /// The same fields of a structure that is told apart from its like.
  func renamed(_ structure: String, prefix: String = "") -> FieldTable {
    FieldTable(copying: fields.map { (MapField(structure, prefix + $0.field.name), $0.size) })
  }

  private init(copying fields: [(field: MapField, size: Int)]) {
    self.fields = fields
    size = fields.reduce(0) { $0 + $1.size }
  }

  /// All that have a table of that name in FORMAT.md.
  package static let documented = [
    superblock, group, segment, frame, bulkReference, record, edge, checkpoint, section, segmentEntry, column,
    blob, blobFooter,
  ]

  static let superblock = FieldTable(
    "superblock slot",
    [
      "magic": 8, "majorVersion": 2, "minorVersion": 2, "slotSize": 4, "storeID": 16, "generation": 8,
      "incompatibleFeatures": 8, "readOnlyFeatures": 8, "compatibleFeatures": 8, "hashSeed": 8, "idLimit": 8,
      "half0": 1, "half1": 1, "segmentTarget": 1, "isClean": 1, "highestSegment": 4, "checkpoint.id": 8,
      "checkpoint.sequence": 8, "checkpoint.segment": 8, "checkpoint.offset": 8, "checkpoint.hash": 8,
      "durable.segment": 8, "durable.offset": 8, "durable.hash": 8, "durable.sequence": 8, "epoch.number": 8,
      "epoch.salt": 8, "epoch.firstSequence": 8, "epoch.half": 8, "previous.flags": 8, "previous.salt": 8,
      "previous.firstSequence": 8, "previous.lastSequence": 8, "previous.endBlock": 8, "created": 8,
      "zero": 3848, "hash": 8,
    ]
  )
  static let group = FieldTable(
    "group header",
    [
      "magic": 4, "size": 4, "salt": 8, "block": 4, "frameCount": 4, "firstSequence": 8, "target.segment": 4,
      "promise": 4, "target.offset": 8, "generation": 8, "idLimit": 8, "bodyHash": 8, "zero": 16, "hash": 8,
    ]
  )
  static let segment = FieldTable(
    "segment header",
    [
      "magic": 4, "version": 2, "kind": 2, "id": 4, "previousID": 4, "storeID": 16, "salt": 8,
      "createdSequence": 8, "created": 8, "previousEnd": 8, "previousHash": 8, "zero": 16, "hash": 8,
    ]
  )
  static let frame = FieldTable(
    "frame header",
    [
      "magic": 4, "kind": 2, "zero": 2, "sequence": 8, "payloadSize": 4, "recordCount": 4, "time": 8,
      "previousHash": 8, "contentHash": 8, "zero": 8, "hash": 8,
    ]
  )
  static let bulkReference = FieldTable(
    "bulk reference",
    ["firstOffset": 8, "lastOffset": 8, "firstHash": 8, "lastHash": 8, "frameCount": 8]
  )
  static let record = FieldTable(
    "record header",
    ["size": 4, "kind": 1, "zero": 1, "layout": 2, "object": 8, "version": 8, "hash": 8]
  )
  static let edge = FieldTable(
    "edge payload",
    ["relationship": 4, "zero": 4, "owner": 8, "target": 8, "ownerKey": 8, "targetKey": 8]
  )
  static let checkpoint = FieldTable(
    "checkpoint header",
    [
      "magic": 4, "version": 2, "zero": 2, "id": 8, "storeID": 16, "sequence": 8, "position.segment": 8,
      "position.offset": 8, "chain": 8, "historyFloor": 8, "sectionCount": 8, "headerSize": 8,
    ]
  )
  static let section = FieldTable(
    "section entry",
    ["kind": 4, "number": 4, "offset": 8, "length": 8, "hash": 8, "count": 8, "pageCount": 8]
  )
  static let segmentEntry = FieldTable(
    "segment table entry",
    ["id": 4, "kind": 4, "size": 8, "lastHash": 8, "createdSequence": 8, "zero": 8]
  )
  static let column = FieldTable("column", ["base": 8, "slope": 4, "width": 1, "shift": 1, "data": 2])
  static let blob = FieldTable(
    "blob header",
    [
      "magic": 4, "version": 2, "algorithm": 1, "chunkSize": 1, "storeID": 16, "id": 16, "zero": 16,
      "hash": 8,
    ]
  )
  static let blobFooter = FieldTable(
    "blob footer",
    ["magic": 4, "zero": 4, "length": 8, "digest": 8, "hash": 8]
  )

  // Tables whose rows are no plain fields in the document.

  static let page = FieldTable("page", ["count": 2, "columnCount": 1, "level": 1, "size": 4])
  static let state = FieldTable(
    "state",
    ["live bytes": 8, "history bytes": 8, "edges": 8, "catalog count": 8]
  )
  static let keys = FieldTable(
    "KEYS",
    [
      "magic": 8, "storeID": 16, "generation": 8, "derivation": 4, "iterations": 4, "salt": 16,
      "check value": 56, "entry count": 4, "zero": 4,
    ]
  )
  static let key = FieldTable("KEYS", ["key number": 4, "key state": 4, "key created": 8, "sealed key": 72])
}
