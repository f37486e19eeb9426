import LogStore

/// A small store in memory for tests of the checks: owners and what they own, and names that are unique.
struct CheckedStore {
  let io = MemoryStorageIO()
  let path = "/checked.store"
  let paths = StorePaths(root: "/checked.store")

  static let schema = SchemaDescription(entities: [
    .init(
      name: "Owner",
      attributes: [.init(name: "name", kind: .string, typeName: "String")],
      relationships: [
        .init(
          name: "things",
          destination: "Thing",
          inverse: "owner",
          deleteRule: .cascade,
          flags: [.toMany, .ordered]
        ),
        .init(name: "marks", destination: "Thing", flags: [.toMany, .ordered]),
      ],
      uniqueness: [["name"]]
    ),
    .init(
      name: "Thing",
      attributes: [.init(name: "size", kind: .int64, typeName: "Int")],
      relationships: [.init(name: "owner", destination: "Owner", inverse: "things", flags: [.optional])]
    ),
  ])

  /// Opens it, with its schema.
  func open() throws -> (store: Store, schema: AdoptedSchema) {
    let store = try Store.open(at: path, io: io)
    return (store, try store.adopt(Self.schema))
  }

  /// Adds an owner with some things, which it also marks.
  @discardableResult
  func add(_ name: String, things: Int, to store: Store, _ schema: AdoptedSchema) throws -> ObjectID {
    var batch = WriteBatch()
    let owner = try store.newObjectID()
    Self.insert(owner, "Owner", [.string(name)], schema, &batch)
    var marked: [ObjectID] = []
    for size in 0..<things {
      let thing = try store.newObjectID()
      Self.insert(thing, "Thing", [.int(Int64(size)), .reference(owner)], schema, &batch)
      marked.append(thing)
    }
    if let marks = schema.catalog.entity(named: "Owner")?.relationships.last {
      batch.setMembers(of: owner, marks.id, to: marked)
    }
    try store.commit(batch)
    return owner
  }

  private static func insert(
    _ id: ObjectID,
    _ entity: String,
    _ values: [StoredValue],
    _ schema: AdoptedSchema,
    _ batch: inout WriteBatch
  ) {
    guard let layout = schema.layout(for: entity) else { return }
    var writer = RecordWriter(layout: layout)
    for value in values where !writer.append(value) { return }
    batch.insert(id, layout: layout, payload: writer.finish())
  }

  /// A closed store of two sessions, with a checkpoint.
  static func closed() throws -> CheckedStore {
    let checked = CheckedStore()
    for name in ["Ada", "Bob"] {
      let (store, schema) = try checked.open()
      try checked.add(name, things: 3, to: store, schema)
      try store.checkpoint()
      try store.close()
    }
    return checked
  }

  /// Changes a byte of a file.
  func flip(_ file: String, at offset: UInt64) throws {
    let handle = try io.open(file, .readWrite)
    try handle.write([try handle.read(count: 1, at: offset)[0] ^ 1], at: offset)
  }

  /// The check of its files.
  func check() throws -> CheckReport { try StoreCheck.run(at: path, io: io) }
}
