import LogStore

/// A store of a few objects in memory, with each kind of value, each kind of relationship, a hierarchy, an update
/// and a deletion.
struct SampleStore {
  let io: any StorageIO
  let path: String

  static let schema = SchemaDescription(entities: [
    .init(
      name: "Team",
      attributes: [
        .init(name: "name", kind: .string, typeName: "String"),
        .init(name: "secret", kind: .string, typeName: "String", flags: [.optional, .sealed]),
      ],
      relationships: [
        .init(name: "people", destination: "Person", inverse: "team", flags: [.toMany, .ordered]),
        .init(name: "friends", destination: "Person", flags: [.toMany, .ordered]),
      ],
      uniqueness: [["name"]]
    ),
    .init(
      name: "Person",
      attributes: kinds.map { .init(name: $0.0, kind: $0.1, typeName: "\($0.1)", flags: [.optional]) },
      relationships: [
        .init(name: "team", destination: "Team", inverse: "people", flags: [.optional]),
        .init(name: "tags", destination: "Tag", inverse: "people", flags: [.toMany, .ordered]),
        .init(name: "badge", destination: "Tag", inverse: "holders", flags: [.optional]),
      ]
    ),
    .init(name: "Chief", parent: "Person", attributes: [.init(name: "rank", kind: .int8, typeName: "Int8")]),
    .init(
      name: "Tag",
      attributes: [.init(name: "text", kind: .string, typeName: "String")],
      relationships: [
        .init(name: "people", destination: "Person", inverse: "tags", flags: [.toMany, .ordered]),
        .init(
          name: "holders",
          destination: "Person",
          inverse: "badge",
          deleteRule: .noAction,
          flags: [.toMany, .ordered]
        ),
      ]
    ),
  ])

  /// Attributes of Person, one of each kind.
  static let kinds: [(String, ValueKind)] = [
    ("bool", .bool), ("small", .int16), ("large", .int64), ("unsigned", .uint64), ("float", .float),
    ("double", .double), ("date", .date), ("uuid", .uuid), ("decimal", .decimal), ("text", .string),
    ("data", .data), ("url", .url), ("address", .structured),
  ]

  /// Values of the first person, in the order of `kinds`.
  static let values: [StoredValue] = [
    .bool(true), .int(-7), .int(.min), .uint(.max), .float(0.1), .double(-.infinity), .date(700_000_000.25),
    .uuid(UUIDBytes(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)),
    .decimal(DecimalBytes(exponent: -2, sign: 1, length: 1, low: 1234, high: 0)), .string("é \"\\\n\u{1}"),
    .data([0, 255, 16]), .url("https://example.org/?q=1"),
    // {"city": "Bergen", "n": 5 unsigned}
    .structured(
      [14, 33, 0, 0, 0, 2, 0, 0, 0] + [4, 0, 0, 0] + Array("city".utf8) + [7, 6, 0, 0, 0]
        + Array("Bergen".utf8) + [1, 0, 0, 0] + Array("n".utf8) + [4, 5, 0, 0, 0, 0, 0, 0, 0]
    ),
  ]

  /// Makes the store and closes it.
  init(_ io: any StorageIO = MemoryStorageIO(), at path: String = "/sample.store", compacts: Bool = false)
    throws
  {
    self.io = io
    self.path = path
    let store = try Store.open(at: path, io: io)
    let adopted = try store.adopt(Self.schema)
    try Self.fill(store, adopted)
    try store.close()
    let again = try Store.open(at: path, io: io)
    try Self.change(again, try again.adopt(Self.schema))
    if compacts { try again.compact() }
    try again.close()
  }

  /// 1 team, 2 person, 3 chief, 4 and 5 tags, 6 a person that goes again.
  private static func fill(_ store: Store, _ schema: AdoptedSchema) throws {
    let ids = try (1...6).map { _ in try store.newObjectID() }
    var batch = WriteBatch(author: "sample")
    insert(ids[0], "Team", ["name": .string("Fram")], schema, &batch)
    var person = Dictionary(uniqueKeysWithValues: zip(kinds.map(\.0), values))
    person["team"] = .reference(ids[0])
    person["badge"] = .reference(ids[4])
    insert(ids[1], "Person", person, schema, &batch)
    insert(
      ids[2],
      "Chief",
      ["text": .string("Roald"), "rank": .int(1), "team": .reference(ids[0])],
      schema,
      &batch
    )
    insert(ids[3], "Tag", ["text": .string("ice")], schema, &batch)
    insert(ids[4], "Tag", ["text": .string("snow")], schema, &batch)
    insert(ids[5], "Person", ["text": .string("gone")], schema, &batch)
    if let tags = schema.catalog.entity(named: "Person")?.relationships.first(where: { $0.name == "tags" }) {
      batch.setMembers(of: ids[1], tags.id, to: [ids[4], ids[3]])
      batch.setMembers(of: ids[2], tags.id, to: [ids[3]])
    }
    if let friends = schema.catalog.entity(named: "Team")?.relationships.first(where: { $0.name == "friends" }
    ) {
      batch.setMembers(of: ids[0], friends.id, to: [ids[2]])
    }
    try store.commit(batch)
  }

  private static func change(_ store: Store, _ schema: AdoptedSchema) throws {
    var batch = WriteBatch(author: "sample")
    let values: [String: StoredValue] = [
      "text": .string("Otto"), "rank": .int(2), "team": .reference(ObjectID(rawValue: 1)),
    ]
    update(ObjectID(rawValue: 3), "Chief", values, schema, &batch)
    batch.delete(ObjectID(rawValue: 6))
    batch.delete(ObjectID(rawValue: 5))
    try store.commit(batch)
  }

  private static func update(
    _ id: ObjectID,
    _ entity: String,
    _ values: [String: StoredValue],
    _ schema: AdoptedSchema,
    _ batch: inout WriteBatch
  ) {
    guard let layout = schema.layout(for: entity) else { return }
    var writer = RecordWriter(layout: layout)
    fill(&writer, layout, values, schema)
    batch.update(id, layout: layout, payload: writer.finish(), changed: nil, baseVersion: 0)
  }

  private static func insert(
    _ id: ObjectID,
    _ entity: String,
    _ values: [String: StoredValue],
    _ schema: AdoptedSchema,
    _ batch: inout WriteBatch
  ) {
    guard let layout = schema.layout(for: entity) else { return }
    var writer = RecordWriter(layout: layout)
    fill(&writer, layout, values, schema)
    batch.insert(id, layout: layout, payload: writer.finish())
  }

  private static func fill(
    _ writer: inout RecordWriter,
    _ layout: RecordLayout,
    _ values: [String: StoredValue],
    _ schema: AdoptedSchema
  ) {
    for field in layout.fields {
      let value = field.kind == .orderKey ? nil : values[schema.catalog.name(of: field.property)]
      if writer.append(value ?? .null) { continue }
    }
  }

  // MARK: Files

  /// All files of the store with their bytes, by path.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try io.contents(ofDirectory: path) {
      let inner = path + "/" + name
      if try io.metadata(inner)?.kind == .file {
        files[inner] = try io.open(inner, .readOnly).readAll()
      } else {
        for file in try io.contents(ofDirectory: inner) {
          files[inner + "/" + file] = try io.open(inner + "/" + file, .readOnly).readAll()
        }
      }
    }
    return files
  }

  /// Overwrites bytes of a file.
  func write(_ bytes: [UInt8], to file: String, at offset: UInt64) throws {
    try io.open(file, .readWrite).write(bytes, at: offset)
  }
}
