import LogStore

/// A store in memory with a small hierarchy and every kind of relationship, and calls that keep tests short.
struct GraphFixture: Sendable {
  let io: any StorageIO
  let options: StoreOptions
  let store: Store
  let schema: AdoptedSchema

  static let path = "/fixture.store"

  /// Animal (name unique) ← Dog, Cat; Owner.pets ↔ Animal.owner (cascade); Owner.tags ↔ Tag.owners;
  /// Owner.best → Animal.
  static let description = SchemaDescription(entities: [
    .init(
      name: "Animal",
      attributes: [
        .init(name: "name", kind: .string, typeName: "String"),
        .init(name: "age", kind: .int64, typeName: "Int", flags: .optional),
      ],
      relationships: [
        .init(name: "owner", destination: "Owner", inverse: "pets", flags: .optional)
      ],
      order: ["name", "age", "owner"],
      uniqueness: [["name"]]
    ),
    .init(
      name: "Owner",
      attributes: [.init(name: "title", kind: .string, typeName: "String")],
      relationships: [
        .init(
          name: "pets",
          destination: "Animal",
          inverse: "owner",
          deleteRule: .cascade,
          flags: [.toMany, .ordered]
        ),
        .init(name: "tags", destination: "Tag", inverse: "owners", flags: [.toMany, .ordered]),
        .init(name: "best", destination: "Animal", flags: .optional),
        .init(name: "watched", destination: "Animal", flags: [.toMany, .ordered]),
      ]
    ),
    .init(
      name: "Tag",
      attributes: [.init(name: "label", kind: .string, typeName: "String")],
      relationships: [
        .init(name: "owners", destination: "Owner", inverse: "tags", flags: [.toMany, .ordered])
      ]
    ),
    .init(
      name: "Dog",
      parent: "Animal",
      attributes: [.init(name: "tricks", kind: .int64, typeName: "Int", flags: .optional)]
    ),
    .init(name: "Cat", parent: "Animal"),
  ])

  init(
    io: any StorageIO = MemoryStorageIO(),
    options: StoreOptions = StoreOptions(),
    path: String = GraphFixture.path
  ) throws {
    self.io = io
    self.options = options
    store = try Store.open(at: path, options: options, io: io)
    schema = try store.adopt(Self.description)
  }

  /// Number of a property.
  func property(_ entity: String, _ name: String) -> PropertyID {
    let id = schema.entity(named: entity) ?? EntityID(rawValue: 0)
    return schema.catalog.attribute(named: name, of: id)?.id
      ?? schema.catalog.relationship(named: name, of: id)?.id ?? PropertyID(rawValue: 0)
  }

  /// Adds an object to a batch.
  @discardableResult
  func insert(
    _ entity: String,
    _ values: [String: StoredValue],
    into batch: inout WriteBatch
  ) throws -> ObjectID {
    let id = try store.newObjectID()
    let layout = try layout(entity)
    var writer = RecordWriter(layout: layout)
    write(values, entity, layout, &writer)
    batch.insert(id, layout: layout, payload: writer.finish())
    return id
  }

  /// Adds a change of some values to a batch.
  func update(
    _ id: ObjectID,
    _ entity: String,
    _ values: [String: StoredValue],
    in batch: inout WriteBatch,
    baseVersion: SequenceNumber = 0
  ) throws {
    let layout = try layout(entity)
    var all = try self.values(of: id)
    for (name, value) in values { all[name] = value }
    var writer = RecordWriter(layout: layout)
    write(all, entity, layout, &writer)
    batch.update(
      id,
      layout: layout,
      payload: writer.finish(),
      changed: Set(values.keys.map { property(entity, $0) }),
      baseVersion: baseVersion
    )
  }

  private func layout(_ entity: String) throws -> RecordLayout {
    guard let layout = schema.layout(for: entity) else {
      throw FixtureError(text: "no layout for \(entity)")
    }
    return layout
  }

  private func write(
    _ values: [String: StoredValue],
    _ entity: String,
    _ layout: RecordLayout,
    _ writer: inout RecordWriter
  ) {
    let byProperty = Dictionary(uniqueKeysWithValues: values.map { (property(entity, $0.key), $0.value) })
    for field in layout.fields {
      if field.kind == .orderKey {
        writer.appendNull()
      } else if let value = byProperty[field.property] {
        _ = writer.append(value)
      } else {
        writer.appendNull()
      }
    }
  }

  /// The values of an object, by name.
  func values(of id: ObjectID) throws -> [String: StoredValue] {
    try store.snapshot().withRecord(id) { view, _ in
      var values: [String: StoredValue] = [:]
      for (index, field) in view.layout.fields.enumerated() where field.kind != .orderKey {
        values[schema.catalog.name(of: field.property)] = view.value(index)
      }
      return values
    } ?? [:]
  }

  /// Targets of a to-many relationship.
  func members(_ id: ObjectID, _ entity: String, _ name: String) -> [ObjectID] {
    store.snapshot().members(of: id, property(entity, name))
  }

  /// Closes and opens again.
  func reopened() throws -> GraphFixture {
    try store.close()
    return try GraphFixture(io: io, options: options)
  }
}

/// A mistake of the test itself.
struct FixtureError: Error {
  var text: String
}
