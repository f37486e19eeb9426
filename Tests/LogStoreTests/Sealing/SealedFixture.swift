import LogStore
import Testing

/// A store with sealed attributes of several kinds, and calls that keep tests short.
struct SealedFixture: Sendable {
  static let path = "/sealed.store"
  /// What no file may hold.
  static let marker = "qzx-marker-of-a-secret-qzx"

  /// Person (name unique, secret, pin and note sealed) ← Agent (code sealed).
  static let description = SchemaDescription(entities: [
    .init(
      name: "Person",
      attributes: [
        .init(name: "name", kind: .string, typeName: "String"),
        .init(name: "secret", kind: .string, typeName: "String", flags: [.sealed, .optional]),
        .init(name: "pin", kind: .int64, typeName: "Int", flags: [.sealed, .optional]),
        .init(name: "age", kind: .int64, typeName: "Int", flags: .optional),
      ],
      relationships: [.init(name: "friend", destination: "Person", flags: .optional)],
      uniqueness: [["name"]]
    ),
    .init(
      name: "Agent",
      parent: "Person",
      attributes: [.init(name: "code", kind: .data, typeName: "Data", flags: [.sealed, .optional])]
    ),
  ])

  let io: any StorageIO
  let options: StoreOptions
  let store: Store
  let schema: AdoptedSchema

  init(
    io: any StorageIO = MemoryStorageIO(),
    options: StoreOptions = StoreOptions(),
    path: String = SealedFixture.path
  ) throws {
    self.io = io
    self.options = options
    store = try Store.open(at: path, options: options, io: io)
    do {
      schema = try store.adopt(Self.description)
    } catch {
      try store.close()
      throw error
    }
  }

  /// Closes and opens again, with other options if some are given.
  func reopened(_ options: StoreOptions? = nil) throws -> SealedFixture {
    try store.close()
    return try SealedFixture(io: io, options: options ?? self.options, path: store.path)
  }

  /// Number of a property.
  func property(_ name: String) throws -> PropertyID {
    let agent = try #require(schema.entity(named: "Agent"))
    let attribute = schema.catalog.attribute(named: name, of: agent)?.id
    return try #require(attribute ?? schema.catalog.relationship(named: name, of: agent)?.id)
  }

  /// The payload of an object in clear.
  func payload(_ entity: String, _ values: [String: StoredValue]) throws -> (RecordLayout, [UInt8]) {
    let layout = try #require(schema.layout(for: entity))
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      let value = values[schema.catalog.name(of: field.property)] ?? .null
      let isFit = writer.append(value)
      #expect(isFit)
    }
    return (layout, Array(writer.finish()))
  }

  /// Commits a new object.
  @discardableResult
  func insert(_ values: [String: StoredValue], as entity: String = "Person") throws -> ObjectID {
    var batch = WriteBatch()
    let id = try store.newObjectID()
    let (layout, payload) = try payload(entity, values)
    payload.withUnsafeBytes { batch.insert(id, layout: layout, payload: $0) }
    let receipt = try store.commit(batch)
    return receipt.forwarded.first?.survivor ?? id
  }

  /// Commits other values of an object.
  @discardableResult
  func update(
    _ id: ObjectID,
    _ values: [String: StoredValue],
    as entity: String = "Person"
  ) throws -> CommitReceipt {
    var all = try self.values(of: id)
    for (name, value) in values { all[name] = value }
    var batch = WriteBatch()
    let (layout, payload) = try payload(entity, all)
    let changed = Set<PropertyID>(try values.keys.map { try property($0) })
    payload.withUnsafeBytes {
      batch.update(id, layout: layout, payload: $0, changed: changed, baseVersion: 0)
    }
    return try store.commit(batch)
  }

  /// The values of an object in clear, by name.
  func values(of id: ObjectID) throws -> [String: StoredValue] {
    try store.snapshot().withClearRecord(id) { record in
      var values: [String: StoredValue] = [:]
      for (index, field) in record.view.layout.fields.enumerated() {
        values[schema.catalog.name(of: field.property)] = record.view.value(index)
      }
      return values
    } ?? [:]
  }

  /// The bytes of a value as they are stored.
  func stored(_ name: String, of id: ObjectID) throws -> [UInt8] {
    let property = try property(name)
    return try store.snapshot().withRecord(id) { view, _ in
      view.layout.fieldIndex(of: property).map { Array(view.bytes($0)) } ?? []
    } ?? []
  }

  /// The objects that fulfil a condition.
  func find(_ filter: FilterExpression?, sortedBy name: String? = nil) throws -> [ObjectID] {
    var query = RecordQuery(entity: try #require(schema.entity(named: "Person")), filter: filter)
    if let name { query.sort = [RecordQuery.SortKey(path: FilterPath(), attribute: try property(name))] }
    return try GraphView(snapshot: store.snapshot()).run(query)
  }

  /// Paths of files that hold the marker, or its UTF-8 in part.
  static func leaks(_ io: any StorageIO, below directory: String = SealedFixture.path) throws -> [String] {
    var found: [String] = []
    for name in try io.contents(ofDirectory: directory) {
      let path = directory + "/" + name
      if try io.metadata(path)?.kind == .directory {
        found += try leaks(io, below: path)
      } else {
        let bytes = try io.open(path, .readOnly).readAll()
        if contains(bytes, Array(marker.utf8)) { found.append(path) }
      }
    }
    return found
  }

  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { start in
      bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}

/// The code of the error that a closure throws; nil if it throws none of the store.
func storeErrorCode(_ body: () throws -> Void) -> StoreError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
