/// Writes objects as lines of JSON (FORMAT.md, "The text of storectl dump").
package final class ObjectDump {
  /// What comes from where in the lines of one layout; made once for each.
  private struct Plan {
    /// Everything between the id and the first value.
    var head = JSONBytes()
    /// Comma, name and colon; then where the value comes from.
    var values: [(name: [UInt8], source: Source)] = []
    var relationships: [(name: [UInt8], relationship: RelationshipDefinition, field: Int?)] = []
  }

  /// Where the value of an attribute comes from.
  private enum Source {
    case field(Int)
    /// The same, for a value that may be in a file of its own.
    case external(Int, AttributeDefinition)
    /// Records of the layout do not have it: the default of the catalog, as JSON.
    case constant([UInt8])
  }

  private let state: IndexState
  /// Whether ids come by rising numbers, so that the walk of relationships goes on where it stands.
  private let isRising: Bool
  /// Whether values in files of their own are left out.
  private let omitsBlobs: Bool
  /// Takes what was gathered.
  private let write: ([UInt8]) throws -> Void
  /// Values in files that are missing or damaged, and are given by name only.
  package private(set) var problems: [StoreError] = []
  /// Why nothing more can be written.
  private var outputFailure: (any Error)?
  private var json = JSONBytes()
  private var plans: [Plan?]
  /// A walk of the index of relationships that keeps step with the ids.
  private var members: LayeredMapCursor<MemberKey, UInt64>
  private var nextMember: MemberKey?
  /// Targets of the present object, by relationship and place.
  private var targets: [(relationship: UInt64, target: UInt64)] = []

  /// - Parameters:
  ///   - isRising: Whether the ids that will be given rise: all of them then take one walk of the index.
  ///   - omitsBlobs: Whether values in files of their own are given by name only.
  ///   - write: Takes the text, in parts that end anywhere.
  package init(
    _ state: IndexState,
    isRising: Bool = true,
    omitsBlobs: Bool = false,
    to write: @escaping ([UInt8]) throws -> Void
  ) {
    self.state = state
    self.isRising = isRising
    self.omitsBlobs = omitsBlobs
    self.write = write
    plans = Array(repeating: nil, count: Int(state.catalog.layouts.last?.id.rawValue ?? 0) + 1)
    members = state.members.cursor()
    nextMember = members.next()?.key
  }

  /// Hands on what was gathered; to be called at the end.
  package func flush() throws {
    if let outputFailure { throw outputFailure }
    defer { json.bytes.removeAll(keepingCapacity: true) }
    try write(json.bytes)
  }

  /// Hands on what was gathered if it is much. A failure is kept for those that may throw it.
  private func flushIfFull() {
    guard json.bytes.count >= 256 << 10, outputFailure == nil else { return }
    do { try flush() } catch { outputFailure = error }
  }

  /// Adds the line of an object; nothing if there is none with that id.
  ///
  /// - Throws: `StoreError` of the record and its blobs, and what the output throws.
  package func append(_ id: ObjectID) throws {
    gatherTargets(of: id.rawValue)
    if state.sealing == nil {
      _ = try state.withRecord(id) { record, _ throws(StoreError) in try append(id, record) }
    } else {
      _ = try state.withClearRecord(id) { record throws(StoreError) in try append(id, record.view) }
    }
    flushIfFull()
    if let outputFailure { throw outputFailure }
  }

  /// Adds the lines of all objects of some entities, by rising id.
  ///
  /// - Parameter andThen: What to do behind each line.
  /// - Throws: As `append(_:)`, and what `andThen` throws.
  package func appendAll(
    where isWanted: (EntityID) -> Bool,
    andThen: () throws -> Void = {}
  ) throws {
    try state.kinds.forEachRun { start, kinds throws(any Error) in
      for (index, kind) in kinds.enumerated() where kind != 0 && kind != IndexState.edgeKind {
        guard isWanted(EntityID(rawValue: kind)) else { continue }
        try append(ObjectID(rawValue: start + UInt64(index)))
        try andThen()
      }
      return true
    }
  }

  /// Adds a line with the schema and the number of objects that will follow.
  package func appendSchema(objects: Int) {
    json.append(raw: "{\"schema\":")
    json.append(SchemaDescription(state.catalog))
    json.append(raw: ",\"objects\":")
    json.append(objects)
    json.append(raw: "}\n")
  }

  private func gatherTargets(of id: UInt64) {
    targets.removeAll(keepingCapacity: true)
    if !isRising {
      let none = PropertyID(rawValue: 0)
      members = state.members.cursor(from: .start(ObjectID(rawValue: id), none))
      nextMember = members.next()?.key
    }
    while let key = nextMember, key.owner <= id {
      if key.owner == id { targets.append((key.relationship, key.target)) }
      nextMember = members.next()?.key
    }
  }

  private func append(_ id: ObjectID, _ record: RecordView) throws(StoreError) {
    let plan = plan(for: record.layout)
    json.append(raw: "{\"id\":")
    json.append(id.rawValue)
    json.append(raw: plan.head.bytes)
    for value in plan.values {
      json.append(raw: value.name)
      switch value.source {
      case .field(let field): json.append(field, of: record)
      case .external(let field, let attribute): try append(field, attribute, of: record, id)
      case .constant(let bytes): json.append(raw: bytes)
      }
    }
    json.append(raw: "},\"relationships\":{")
    for entry in plan.relationships {
      json.append(raw: entry.name)
      if entry.relationship.isToMany {
        appendTargets(of: entry.relationship.id)
      } else if let field = entry.field {
        json.append(field, of: record)
      } else {
        json.append(raw: "null")
      }
    }
    json.append(raw: "}}\n")
  }

  /// Adds an external value, wherever it is.
  private func append(
    _ field: Int,
    _ attribute: AttributeDefinition,
    of record: RecordView,
    _ id: ObjectID
  ) throws(StoreError) {
    switch record.external(field) {
    case .inline(let bytes)?:
      if let value = StoredValue(encoded: bytes, as: attribute.kind) { return json.append(value) }
    case .blob(let reference)? where !omitsBlobs:
      guard let files = state.blobFiles else { break }
      let entity = state.catalog.name(of: record.layout.entity)
      let place = BlobPlace(entity: entity, object: id, attribute: attribute.name)
      do throws(StoreError) {
        if try append(files.open(reference, of: place), as: attribute.kind) { return }
      } catch {
        guard error.code == .blobMissing || error.code == .blobDamaged else { throw error }
        problems.append(error)
      }
    default: break
    }
    json.append(field, of: record)
  }

  /// Adds the value in a file.
  ///
  /// - Returns: false if it is none of the kind.
  private func append(_ reader: BlobReader, as kind: ValueKind) throws(StoreError) -> Bool {
    if kind == .data {
      // Read twice: half a value must not pass for one.
      try reader.verify()
      try stream(reader)
      return true
    }
    let content = try reader.readAll()
    guard let value = content.withUnsafeBytes({ StoredValue(encoded: $0, as: kind) }) else { return false }
    json.append(value)
    return true
  }

  /// Adds a long value in base64, part by part.
  private func stream(_ reader: BlobReader) throws(StoreError) {
    // Three bytes make four digits: only the last part needs padding.
    let part = 3 * UInt64(BlobFormat.chunkSize)
    json.append(raw: "\"")
    var start: UInt64 = 0
    while start < reader.length, outputFailure == nil {
      let bytes = try reader.read(start..<start + part)
      bytes.withUnsafeBytes { json.append(base64: $0) }
      start += part
      flushIfFull()
    }
    json.append(raw: "\"")
  }

  private func appendTargets(of relationship: PropertyID) {
    json.append(raw: "[")
    var isFirst = true
    for entry in targets where entry.relationship == UInt64(relationship.rawValue) {
      if !isFirst { json.append(raw: ",") }
      isFirst = false
      json.append(entry.target)
    }
    json.append(raw: "]")
  }

  private func plan(for layout: RecordLayout) -> Plan {
    let index = Int(layout.id.rawValue)
    if let plan = plans[index] { return plan }
    let catalog = state.catalog
    var plan = Plan()
    plan.head.append(raw: ",\"entity\":")
    plan.head.append(string: catalog.name(of: layout.entity))
    plan.head.append(raw: ",\"values\":{")
    for attribute in catalog.attributes(of: layout.entity) where !attribute.flags.contains(.ephemeral) {
      let name = Self.key(attribute.name, isFirst: plan.values.isEmpty)
      if let field = layout.fieldIndex(of: attribute.id) {
        let isExternal = layout.fields[field].kind == .external && attribute.kind != .external
        plan.values.append((name, isExternal ? .external(field, attribute) : .field(field)))
      } else {
        var constant = JSONBytes()
        constant.append(attribute.defaultValue)
        plan.values.append((name, .constant(constant.bytes)))
      }
    }
    for relationship in catalog.relationships(of: layout.entity) {
      let name = Self.key(relationship.name, isFirst: plan.relationships.isEmpty)
      plan.relationships.append((name, relationship, layout.fieldIndex(of: relationship.id)))
    }
    plans[index] = plan
    return plan
  }

  private static func key(_ name: String, isFirst: Bool) -> [UInt8] {
    var json = JSONBytes()
    if !isFirst { json.append(raw: ",") }
    json.append(string: name)
    json.append(raw: ":")
    return json.bytes
  }
}
