import LogStore
import LogStoreTesting

/// A store with everything a store can have, made the same way each time, as files in memory.
struct FuzzStore {
  static let path = "/fuzz.store"
  static let keyPath = "/store.key"

  /// How a store is left.
  enum Variant: CaseIterable {
    /// Closed.
    case closed
    /// Closed after a compaction and a commit behind it.
    case compacted
    /// As the death of the process leaves it.
    case open
    /// The same behind a large commit.
    case bulk
  }

  static let options: StoreOptions = {
    var options = StoreOptions(
      backgroundWork: .inline,
      busyTimeout: 0,
      segmentSize: 64 << 10,
      compaction: .manual,
      blobThreshold: 500,
      encryption: .keyFile(keyPath)
    )
    options.logHalfSize = 8192
    return options
  }()

  /// Attributes of Person, one of each kind.
  static let kinds: [(String, ValueKind)] = [
    ("bool", .bool), ("small", .int16), ("large", .int64), ("unsigned", .uint64), ("float", .float),
    ("double", .double), ("date", .date), ("uuid", .uuid), ("decimal", .decimal), ("text", .string),
    ("data", .data), ("url", .url), ("address", .structured),
  ]

  static let schema = SchemaDescription(entities: [
    .init(
      name: "Team",
      attributes: [
        .init(name: "name", kind: .string, typeName: "String"),
        .init(name: "secret", kind: .string, typeName: "String", flags: [.optional, .sealed]),
        .init(name: "picture", kind: .data, typeName: "Data", flags: [.optional, .external]),
      ],
      relationships: [
        .init(
          name: "people",
          destination: "Person",
          inverse: "team",
          deleteRule: .cascade,
          flags: [.toMany, .ordered]
        ),
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
      ],
      indexes: [["text"], ["large", "date"], ["decimal", "url"]]
    ),
    .init(
      name: "Chief",
      parent: "Person",
      attributes: [.init(name: "rank", kind: .int8, typeName: "Int8", defaultValue: .int(3))]
    ),
    .init(
      name: "Tag",
      attributes: [.init(name: "word", kind: .string, typeName: "String")],
      relationships: [
        .init(name: "people", destination: "Person", inverse: "tags", flags: [.toMany, .ordered])
      ]
    ),
  ])

  /// The files, by path.
  private(set) var files: [String: [UInt8]] = [:]

  /// Makes a store.
  ///
  /// - Parameter people: How many objects there are of the largest entity.
  init(_ variant: Variant, people: Int = 24) throws {
    let io = FuzzIO(seed: 77)
    try io.open(Self.keyPath, .create).write([UInt8](repeating: 7, count: 32), at: 0)
    var random = SimulatedRandomness(seed: 5)
    let store = try Store.open(at: Self.path, options: Self.options, io: io)
    let schema = try store.adopt(Self.schema)
    let ids = try Self.fill(store, schema, people: people, &random)
    if variant != .open { try store.checkpoint() }
    try Self.change(store, schema, ids, &random)
    if variant == .compacted {
      try store.compact()
      try Self.change(store, schema, ids, &random)
    }
    if variant == .bulk { _ = try Self.fill(store, schema, people: 60, &random) }
    if variant == .open || variant == .bulk {
      try Self.change(store, schema, ids, &random)
      files = try Self.read(io)
      try store.close()
    } else {
      try store.close()
      files = try Self.read(io)
    }
  }

  /// A copy to work on.
  func copy(seed: UInt64) throws -> FuzzIO {
    let io = FuzzIO(seed: seed)
    for name in ["", "/seg", "/ckpt", "/blob"] { try io.createDirectory(Self.path + name) }
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let folder = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      if !folder.isEmpty, try io.metadata(folder) == nil { try io.createDirectory(folder) }
      try io.open(path, .create).write(bytes, at: 0)
    }
    return io
  }

  /// The same store with other files.
  func replacing(_ files: [String: [UInt8]]) -> FuzzStore {
    var copy = self
    copy.files = files
    return copy
  }

  /// All files below a directory.
  private static func read(_ io: FuzzIO, _ folder: String = "") throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try io.contents(ofDirectory: folder.isEmpty ? "/" : folder) {
      let path = folder + "/" + name
      if try io.metadata(path)?.kind == .directory {
        files.merge(try read(io, path)) { $1 }
      } else {
        files[path] = try io.open(path, .readOnly).readAll()
      }
    }
    return files
  }

  // MARK: Content

  private static func fill(
    _ store: Store,
    _ schema: AdoptedSchema,
    people: Int,
    _ random: inout SimulatedRandomness
  ) throws -> [ObjectID] {
    var batch = WriteBatch(author: "fuzz")
    let team = try store.newObjectID()
    let picture = random.bytes(people > 100 ? 20 : 700)
    try insert(
      team,
      "Team",
      ["name": .string("t\(team)"), "secret": .string("s"), "picture": .data(picture)],
      store,
      schema,
      &batch
    )
    let tag = try store.newObjectID()
    try insert(tag, "Tag", ["word": .string("ice")], store, schema, &batch)
    var ids = [team, tag]
    let tags = schema.catalog.entity(named: "Person")?.relationships.first { $0.name == "tags" }
    let friends = schema.catalog.entity(named: "Team")?.relationships.first { $0.name == "friends" }
    for number in 0..<people {
      let id = try store.newObjectID()
      var values = values(&random)
      if number % 3 > 0 { values["team"] = .reference(team) }
      if number % 4 == 0 { values["rank"] = .int(2) }
      try insert(id, number % 4 == 0 ? "Chief" : "Person", values, store, schema, &batch)
      if let tags, number % 5 == 0 { batch.setMembers(of: id, tags.id, to: [tag]) }
      ids.append(id)
    }
    if let friends { batch.setMembers(of: team, friends.id, to: Array(ids[2...4])) }
    try store.commit(batch)
    return ids
  }

  private static func change(
    _ store: Store,
    _ schema: AdoptedSchema,
    _ ids: [ObjectID],
    _ random: inout SimulatedRandomness
  ) throws {
    var batch = WriteBatch(author: "fuzz")
    for id in [ids[3], ids[5]] where store.snapshot().entity(of: id) != nil {
      let name = schema.catalog.name(of: store.snapshot().entity(of: id) ?? EntityID(rawValue: 0))
      guard let layout = schema.layout(for: name) else { continue }
      let payload = try payload(layout, values(&random), store, schema, &batch)
      payload.withUnsafeBytes { batch.update(id, layout: layout, payload: $0, changed: nil, baseVersion: 0) }
    }
    let last = ids.last { store.snapshot().entity(of: $0) != nil }
    if let last { batch.delete(last) }
    try store.commit(batch)
  }

  private static func values(_ random: inout SimulatedRandomness) -> [String: StoredValue] {
    [
      "bool": .bool(true), "small": .int(-7), "large": .int(Int64(random.below(9))), "unsigned": .uint(.max),
      "float": .float(0.5), "double": .double(-.infinity), "date": .date(Double(random.below(9))),
      "uuid": .uuid(UUIDBytes(high: random.next(), low: 1)),
      "decimal": .decimal(
        DecimalBytes(exponent: -2, sign: 1, length: 1, low: UInt64(random.below(99)) + 1, high: 0)
      ),
      "text": .string(["a", "e\u{301}", "b", "long enough to have no room in a key"][random.below(4)]),
      "data": .data([0, 255]), "url": .url("https://example.org"),
      // {"city": "Bergen"}
      "address": .structured(
        [14, 19, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0] + Array("city".utf8) + [7, 6, 0, 0, 0]
          + Array("Bergen".utf8)
      ),
    ]
  }

  static func insert(
    _ id: ObjectID,
    _ entity: String,
    _ values: [String: StoredValue],
    _ store: Store,
    _ schema: AdoptedSchema,
    _ batch: inout WriteBatch
  ) throws {
    guard let layout = schema.layout(for: entity) else { return }
    let payload = try payload(layout, values, store, schema, &batch)
    payload.withUnsafeBytes { batch.insert(id, layout: layout, payload: $0) }
  }

  private static func payload(
    _ layout: RecordLayout,
    _ values: [String: StoredValue],
    _ store: Store,
    _ schema: AdoptedSchema,
    _ batch: inout WriteBatch
  ) throws -> [UInt8] {
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      let value = field.kind == .orderKey ? nil : values[schema.catalog.name(of: field.property)]
      if field.kind == .external, case .data(let bytes)? = value {
        if bytes.count < store.blobThreshold {
          bytes.withUnsafeBytes { writer.append(inline: $0) }
        } else {
          let blob = try bytes.withUnsafeBytes { try store.writeBlob($0) }
          batch.attach(blob)
          writer.append(blob: blob.reference)
        }
      } else if !writer.append(value ?? .null) {
        throw FuzzViolation("a value does not fit its field")
      }
    }
    return Array(writer.finish())
  }
}
