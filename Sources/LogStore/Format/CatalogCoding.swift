/// The payload of a SCHEMA record: all entities (FORMAT.md, "Catalog"). Layouts have records of their own.
package enum CatalogCoding {
  /// Version of this payload.
  package static let version: UInt32 = 1

  /// What a payload says.
  package struct Content {
    package var entities: [EntityDefinition]
    package var nextProperty: UInt32
  }

  /// The bytes of a catalog.
  package static func encode(entities: [EntityDefinition], nextProperty: UInt32) -> [UInt8] {
    var writer = ByteWriter(capacity: 1024)
    writer.append(version)
    writer.append(nextProperty)
    writer.append(UInt32(entities.count))
    for entity in entities {
      writer.append(entity.id.rawValue)
      writer.append(entity.parent?.rawValue ?? 0)
      writer.append(UInt32(entity.isAbstract ? 1 : 0))
      writer.append(text: entity.name)
      writer.append(text: entity.originalName)
      writer.append(UInt32(entity.attributes.count))
      for attribute in entity.attributes { encode(attribute, &writer) }
      writer.append(UInt32(entity.relationships.count))
      for relationship in entity.relationships { encode(relationship, &writer) }
      for sets in [entity.uniqueness, entity.indexes] {
        writer.append(UInt32(sets.count))
        for set in sets {
          writer.append(UInt32(set.count))
          for property in set { writer.append(property.rawValue) }
        }
      }
    }
    return writer.bytes
  }

  private static func encode(_ attribute: AttributeDefinition, _ writer: inout ByteWriter) {
    writer.append(attribute.id.rawValue)
    writer.append(attribute.kind.rawValue)
    writer.append(UInt8(0))
    writer.append(attribute.flags.rawValue)
    writer.append(text: attribute.name)
    writer.append(text: attribute.originalName)
    writer.append(text: attribute.typeName)
    writer.append(text: attribute.hashModifier)
    encode(attribute.defaultValue, &writer)
  }

  private static func encode(_ relationship: RelationshipDefinition, _ writer: inout ByteWriter) {
    writer.append(relationship.id.rawValue)
    writer.append(relationship.destination.rawValue)
    writer.append(relationship.flags.rawValue)
    writer.append(relationship.inverse?.rawValue ?? 0)
    writer.append(UInt32(relationship.deleteRule.rawValue))
    writer.append(relationship.minimumCount)
    writer.append(relationship.maximumCount)
    writer.append(text: relationship.name)
    writer.append(text: relationship.originalName)
    writer.append(text: relationship.hashModifier)
  }

  /// One value: its kind, then its bytes as they would lie in a record, counted.
  private static func encode(_ value: StoredValue, _ writer: inout ByteWriter) {
    let kind: ValueKind
    switch value {
    case .null:
      writer.append(UInt32(0))
      return writer.append(UInt32(0))
    case .bool: kind = .bool
    case .int: kind = .int64
    case .uint: kind = .uint64
    case .float: kind = .float
    case .double: kind = .double
    case .date: kind = .date
    case .uuid: kind = .uuid
    case .decimal: kind = .decimal
    case .reference: kind = .reference
    case .string: kind = .string
    case .data: kind = .data
    case .url: kind = .url
    case .structured: kind = .structured
    case .opaque: kind = .opaque
    }
    let layout = RecordLayout(
      id: LayoutID(rawValue: 0),
      entity: EntityID(rawValue: 0),
      fields: [.init(property: PropertyID(rawValue: 1), kind: kind)]
    )
    var record = RecordWriter(layout: layout)
    _ = record.append(value)
    let payload = record.finish()
    let raw = UnsafeRawBufferPointer(rebasing: payload[(kind.width == nil ? layout.fixedSize : 1)...])
    writer.append(UInt32(kind.rawValue))
    writer.append(UInt32(raw.count))
    writer.append(contentsOf: raw)
  }

  /// Reads a payload.
  package static func decode(_ bytes: UnsafeRawBufferPointer) throws(ByteReader.Failure) -> Content {
    var reader = ByteReader(bytes)
    guard try reader.read(UInt32.self) == version else { throw reader.failure("catalog of another version") }
    let nextProperty = try reader.read(UInt32.self)
    let count = try reader.read(UInt32.self)
    var entities: [EntityDefinition] = []
    for _ in 0..<count {
      var entity = EntityDefinition(id: EntityID(rawValue: try reader.read(UInt16.self)), name: "")
      let parent = try reader.read(UInt16.self)
      entity.parent = parent == 0 ? nil : EntityID(rawValue: parent)
      entity.isAbstract = try reader.read(UInt32.self) != 0
      entity.name = try reader.readText()
      entity.originalName = try reader.readText()
      guard entity.id.rawValue != 0, entity.id.rawValue != IndexState.edgeKind else {
        throw reader.failure("entity number \(entity.id.rawValue)")
      }
      for _ in 0..<(try reader.read(UInt32.self)) { entity.attributes.append(try attribute(&reader)) }
      for _ in 0..<(try reader.read(UInt32.self)) { entity.relationships.append(try relationship(&reader)) }
      entity.uniqueness = try sets(&reader)
      entity.indexes = try sets(&reader)
      entities.append(entity)
    }
    guard reader.remaining == 0 else { throw reader.failure("bytes behind the last entity") }
    if let problem = Catalog.problem(in: entities, nextProperty: nextProperty) {
      throw reader.failure(problem)
    }
    return Content(entities: entities, nextProperty: nextProperty)
  }

  private static func attribute(_ reader: inout ByteReader) throws(ByteReader.Failure) -> AttributeDefinition
  {
    let id = PropertyID(rawValue: try reader.read(UInt32.self))
    guard let kind = ValueKind(rawValue: try reader.read(UInt8.self)) else {
      throw reader.failure("unknown value kind")
    }
    _ = try reader.read(UInt8.self)
    let flags = AttributeDefinition.Flags(rawValue: try reader.read(UInt16.self))
    let name = try reader.readText()
    let originalName = try reader.readText()
    let typeName = try reader.readText()
    let hashModifier = try reader.readText()
    return AttributeDefinition(
      id: id,
      name: name,
      originalName: originalName,
      kind: kind,
      typeName: typeName,
      flags: flags,
      hashModifier: hashModifier,
      defaultValue: try value(&reader)
    )
  }

  private static func relationship(
    _ reader: inout ByteReader
  ) throws(ByteReader.Failure) -> RelationshipDefinition {
    let id = PropertyID(rawValue: try reader.read(UInt32.self))
    let destination = EntityID(rawValue: try reader.read(UInt16.self))
    let flags = RelationshipDefinition.Flags(rawValue: try reader.read(UInt16.self))
    let inverse = try reader.read(UInt32.self)
    guard let rule = DeleteRule(rawValue: UInt8(truncatingIfNeeded: try reader.read(UInt32.self))) else {
      throw reader.failure("unknown delete rule")
    }
    let minimum = try reader.read(UInt32.self)
    let maximum = try reader.read(UInt32.self)
    let name = try reader.readText()
    let originalName = try reader.readText()
    return RelationshipDefinition(
      id: id,
      name: name,
      originalName: originalName,
      destination: destination,
      inverse: inverse == 0 ? nil : PropertyID(rawValue: inverse),
      deleteRule: rule,
      minimumCount: minimum,
      maximumCount: maximum,
      flags: flags,
      hashModifier: try reader.readText()
    )
  }

  private static func sets(_ reader: inout ByteReader) throws(ByteReader.Failure) -> [[PropertyID]] {
    var sets: [[PropertyID]] = []
    for _ in 0..<(try reader.read(UInt32.self)) {
      var set: [PropertyID] = []
      for _ in 0..<(try reader.read(UInt32.self)) {
        set.append(PropertyID(rawValue: try reader.read(UInt32.self)))
      }
      sets.append(set)
    }
    return sets
  }

  private static func value(_ reader: inout ByteReader) throws(ByteReader.Failure) -> StoredValue {
    let number = try reader.read(UInt32.self)
    let raw = try reader.readCounted()
    guard number != 0 else { return .null }
    guard let kind = ValueKind(rawValue: UInt8(truncatingIfNeeded: number)) else {
      throw reader.failure("unknown value kind")
    }
    let layout = RecordLayout(
      id: LayoutID(rawValue: 0),
      entity: EntityID(rawValue: 0),
      fields: [.init(property: PropertyID(rawValue: 1), kind: kind)]
    )
    var payload: [UInt8] = [1]
    if kind.width == nil {
      withUnsafeBytes(of: UInt32(raw.count).littleEndian) { payload.append(contentsOf: $0) }
    }
    payload.append(contentsOf: raw)
    let value = withExtendedLifetime(layout) {
      payload.withUnsafeBytes { RecordView(layout: layout, payload: $0)?.value(0) }
    }
    guard let value else { throw reader.failure("default value has another size than its kind") }
    return value
  }

  /// The payload of a LAYOUT record, addressed by the number of the layout.
  package static func encode(_ layout: RecordLayout) -> [UInt8] {
    var writer = ByteWriter(capacity: 8 + 8 * layout.fields.count)
    writer.append(layout.entity.rawValue)
    writer.append(UInt16(0))
    writer.append(UInt32(layout.fields.count))
    for field in layout.fields {
      writer.append(field.property.rawValue)
      writer.append(UInt32(field.kind.rawValue))
    }
    return writer.bytes
  }

  /// Reads the payload of a LAYOUT record.
  package static func decodeLayout(
    id: LayoutID,
    _ bytes: UnsafeRawBufferPointer
  ) throws(ByteReader.Failure) -> RecordLayout {
    var reader = ByteReader(bytes)
    let entity = EntityID(rawValue: try reader.read(UInt16.self))
    _ = try reader.read(UInt16.self)
    let count = try reader.read(UInt32.self)
    var fields: [RecordLayout.Field] = []
    for _ in 0..<count {
      let property = PropertyID(rawValue: try reader.read(UInt32.self))
      guard let kind = ValueKind(rawValue: UInt8(truncatingIfNeeded: try reader.read(UInt32.self))) else {
        throw reader.failure("unknown value kind")
      }
      fields.append(.init(property: property, kind: kind))
    }
    guard reader.remaining == 0 else { throw reader.failure("bytes behind the last field") }
    return RecordLayout(id: id, entity: entity, fields: fields)
  }
}
