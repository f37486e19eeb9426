import LogStore

/// A store in memory whose entity `Item` has indexes of every shape, with random contents full of awkward
/// values: absent ones, not-a-number, both zeros, combining characters, extremes, long common prefixes.
struct IndexedFixture {
  let io: MemoryStorageIO
  let store: Store
  let schema: AdoptedSchema
  /// Objects that are there, by rising id.
  private(set) var ids: [ObjectID] = []
  private(set) var shelves: [ObjectID] = []

  static let indexes = [
    ["text"], ["number"], ["real"], ["price"], ["key"], ["flag", "number"], ["text", "real"],
    ["real", "text"], ["shelf", "number"], ["link"], ["shelf"], ["data"], ["moment"],
  ]

  static let description = SchemaDescription(entities: [
    .init(
      name: "Shelf",
      attributes: [.init(name: "label", kind: .string, typeName: "String")],
      relationships: [
        .init(name: "items", destination: "Item", inverse: "shelf", flags: [.toMany, .ordered])
      ]
    ),
    .init(
      name: "Item",
      attributes: [
        attribute("text", .string), attribute("number", .int64), attribute("real", .double),
        attribute("price", .decimal), attribute("key", .uuid), attribute("flag", .bool),
        attribute("link", .url), attribute("data", .data), attribute("moment", .date),
      ],
      relationships: [.init(name: "shelf", destination: "Shelf", inverse: "items", flags: .optional)],
      indexes: indexes
    ),
    .init(name: "Tool", parent: "Item", attributes: [attribute("weight", .int16)], indexes: [["weight"]]),
  ])

  private static func attribute(_ name: String, _ kind: ValueKind) -> SchemaDescription.Attribute {
    .init(name: name, kind: kind, typeName: "\(kind)", flags: .optional)
  }

  init() throws {
    io = MemoryStorageIO()
    store = try Store.open(at: "/indexed.store", io: io)
    schema = try store.adopt(Self.description)
  }

  init(reopening other: IndexedFixture) throws {
    io = other.io
    store = try Store.open(at: "/indexed.store", io: io)
    schema = try store.adopt(Self.description)
    ids = other.ids
    shelves = other.shelves
  }

  /// Number of an entity.
  func entity(_ name: String) -> EntityID { schema.entity(named: name) ?? EntityID(rawValue: 0) }

  /// Number of a property of an item or tool.
  func property(_ name: String) -> PropertyID {
    schema.catalog.attribute(named: name, of: entity("Tool"))?.id
      ?? schema.catalog.relationship(named: name, of: entity("Tool"))?.id ?? PropertyID(rawValue: 0)
  }

  static let texts = [
    "", "a", "A", "ab", "abc", "b", "z", "é", "e\u{301}", "éa", "e\u{301}a", "e", "\0", "a\0", "a\0b", "\r\n",
    "\n",
    "a\r\nb", "K", "\u{212A}", "Ka", "ﬁ", "fi", "日本語", "日", "👩‍👩‍👧", "👩", "\u{10FFFF}", "exactly 16 bytes",
    "exactly 17 bytes.", "exactly 14 byt", "exactly 14 byte", "https://example.org/path/1",
    "https://example.org/path/2", "https://example.org/", "https://example.org/path/1#é",
    "https://example.org/path/1#e\u{301}", "https://example.com/path/1",
  ]

  /// A value for an attribute, often absent, often the same as another's.
  static func value(of name: String, using generator: inout SeededGenerator) -> StoredValue {
    func one<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &generator)] }
    if Int.random(in: 0..<6, using: &generator) == 0 { return .null }
    switch name {
    case "text": return .string(one(texts))
    case "link": return .url(one(texts.suffix(6)))
    case "number": return .int(one([.min, .min + 1, -300, -256, -255, -1, 0, 1, 2, 255, 256, 1 << 40, .max]))
    case "weight": return .int(one([-32_768, -1, 0, 1, 32_767]))
    case "real", "moment":
      let real: Double = one([
        .nan, -.nan, 0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, .pi, 1.5, 700_000_000.25,
        .greatestFiniteMagnitude,
      ])
      return name == "real" ? .double(real) : .date(real)
    case "price":
      let (mantissa, exponent): (UInt64, Int16) = one([
        (0, 0), (10, -1), (1, 0), (100, -2), (15, -1), (7, 20), (1, -9),
      ])
      let sign: UInt8 = mantissa == 0 ? 0 : one([0, 1])
      return .decimal(
        DecimalBytes(exponent: exponent, sign: sign, length: mantissa == 0 ? 0 : 4, low: mantissa, high: 0)
      )
    case "key": return .uuid(UUIDBytes(high: one([0, 7, .max]), low: one([0, 1, .max])))
    case "flag": return .bool(one([false, true]))
    default: return .data(one([[], [0], [0, 0], [1, 2, 3], Array(repeating: 9, count: 30)]))
    }
  }

  /// Inserts, changes and deletes at random.
  mutating func commit(changes: Int, using generator: inout SeededGenerator) throws {
    var batch = WriteBatch()
    if shelves.count < 5 {
      guard let layout = schema.layout(for: "Shelf") else { return }
      var writer = RecordWriter(layout: layout)
      _ = writer.append(.string("shelf \(shelves.count)"))
      let id = try store.newObjectID()
      batch.insert(id, layout: layout, payload: writer.finish())
      shelves.append(id)
    }
    var touched: Set<ObjectID> = []
    for _ in 0..<changes {
      let choice = Int.random(in: 0..<10, using: &generator)
      if choice < 5 || ids.isEmpty {
        let id = try store.newObjectID()
        try write(id, Bool.random(using: &generator) ? "Item" : "Tool", nil, &batch, using: &generator)
        ids.append(id)
        touched.insert(id)
        continue
      }
      let id = ids[Int.random(in: 0..<ids.count, using: &generator)]
      guard touched.insert(id).inserted, let entity = store.snapshot().entity(of: id) else { continue }
      if choice < 8 {
        try write(id, store.catalog.name(of: entity), values(of: id), &batch, using: &generator)
      } else {
        batch.delete(id)
        ids.removeAll { $0 == id }
      }
    }
    try store.commit(batch)
  }

  private func values(of id: ObjectID) throws -> [PropertyID: StoredValue] {
    try store.snapshot().withRecord(id) { view, _ in
      Dictionary(
        view.layout.fields.enumerated().filter { $0.element.kind != .orderKey }
          .map { ($0.element.property, view.value($0.offset)) }
      ) { $1 }
    } ?? [:]
  }

  /// Adds an object with random values, or changes some of the values it has.
  private func write(
    _ id: ObjectID,
    _ entity: String,
    _ present: [PropertyID: StoredValue]?,
    _ batch: inout WriteBatch,
    using generator: inout SeededGenerator
  ) throws {
    guard let layout = schema.layout(for: entity) else { return }
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      if field.kind == .orderKey {
        writer.appendNull()
      } else if let present, Int.random(in: 0..<3, using: &generator) > 0 {
        _ = writer.append(present[field.property] ?? .null)
      } else if field.kind == .reference {
        let shelf = shelves.randomElement(using: &generator)
        _ = writer.append(Bool.random(using: &generator) ? shelf.map { .reference($0) } ?? .null : .null)
      } else {
        _ = writer.append(Self.value(of: schema.catalog.name(of: field.property), using: &generator))
      }
    }
    if present == nil {
      batch.insert(id, layout: layout, payload: writer.finish())
    } else {
      batch.update(id, layout: layout, payload: writer.finish(), changed: nil, baseVersion: 0)
    }
  }
}
