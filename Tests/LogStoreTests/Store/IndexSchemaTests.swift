@testable import LogStore
import Testing

/// Indexes come and go with their declaration; the objects stay as they are.
@Suite struct IndexSchemaTests {
  private func schema(_ indexes: [[String]], uniqueness: [[String]] = []) -> SchemaDescription {
    SchemaDescription(entities: [
      .init(
        name: "Item",
        attributes: [
          .init(name: "name", kind: .string, typeName: "String"),
          .init(name: "size", kind: .int64, typeName: "Int", flags: .optional),
        ],
        uniqueness: uniqueness,
        indexes: indexes
      )
    ])
  }

  private func add(_ names: [String], to store: Store, _ schema: AdoptedSchema) throws {
    var batch = WriteBatch()
    let layout = try #require(schema.layout(for: "Item"))
    for (number, name) in names.enumerated() {
      var writer = RecordWriter(layout: layout)
      _ = writer.append(.string(name))
      _ = writer.append(.int(Int64(number)))
      batch.insert(try store.newObjectID(), layout: layout, payload: writer.finish())
    }
    try store.commit(batch)
  }

  private func source(_ store: Store, _ name: String, _ value: StoredValue) throws -> QueryPlan.Source {
    let entity = try #require(store.catalog.entity(named: "Item"))
    let property = try #require(entity.attributes.first { $0.name == name })
    return GraphView(snapshot: store.snapshot()).explain(
      RecordQuery(
        entity: entity.id,
        filter: .compare(.equal, .attribute(FilterPath(), property.id), .constant(value))
      )
    ).source
  }

  @Test func `an index declared later is made from the objects that are there`() throws {
    let io = MemoryStorageIO()
    let path = "/schema.store"
    var store = try Store.open(at: path, io: io)
    let names = (0..<50).map { "n\($0)" } + ["e\u{301}"]
    try add(names, to: store, try store.adopt(schema([])))
    #expect(try source(store, "name", .string("n7")) == .scan(entities: ["Item"]))
    try store.close()

    store = try Store.open(at: path, io: io)
    let sequence = store.sequence
    let adopted = try store.adopt(schema([["name"], ["size", "name"]]))
    #expect(store.sequence == sequence + 1)
    #expect(try source(store, "name", .string("n7")) == .index(properties: ["name"], count: 1))
    #expect(try source(store, "name", .string("é")) == .index(properties: ["name"], count: 1))
    #expect(try source(store, "size", .int(3)) == .index(properties: ["size", "name"], count: 1))
    #expect(store.snapshot().state.denormalTexts.count == 1)
    #expect(SnapshotCheck.run(store.snapshot().state).findings.isEmpty)
    try add(["more"], to: store, adopted)
    #expect(SnapshotCheck.run(store.snapshot().state).findings.isEmpty)
    try store.adopt(schema([["name"], ["size", "name"]]))
    #expect(store.sequence == sequence + 2)
    try store.close()

    store = try Store.open(at: path, io: io)
    #expect(try source(store, "name", .string("more")) == .index(properties: ["name"], count: 1))
    try store.adopt(schema([["size"]]))
    #expect(try source(store, "name", .string("n7")) == .scan(entities: ["Item"]))
    #expect(try source(store, "size", .int(3)) == .index(properties: ["size"], count: 1))
    #expect(SnapshotCheck.run(store.snapshot().state).findings.isEmpty)
    try store.close()
  }

  @Test func `a store opened for reading keeps the indexes it has`() throws {
    let io = MemoryStorageIO()
    let path = "/schema.store"
    let writer = try Store.open(at: path, io: io)
    try add(["a", "b"], to: writer, try writer.adopt(schema([["name"]])))
    try writer.close()
    var options = StoreOptions()
    options.access = .readOnly
    let reader = try Store.open(at: path, options: options, io: io)
    try reader.adopt(schema([["size"]]))
    #expect(try source(reader, "name", .string("a")) == .index(properties: ["name"], count: 1))
    try reader.close()
  }

  @Test func `a store opened for reading gets entities that it lacks in memory alone`() throws {
    let io = MemoryStorageIO()
    let path = "/schema.store"
    try Store.open(at: path, io: io).close()
    var options = StoreOptions()
    options.access = .readOnly
    for entities in [0, 1] {
      let reader = try Store.open(at: path, options: options, io: io)
      let adopted = try reader.adopt(schema([["name"]]))
      let item = try #require(adopted.catalog.entity(named: "Item")?.id)
      #expect(reader.catalog.entity(named: "Item")?.id == item)
      #expect(reader.snapshot().count(of: item) == 0)
      #expect(try source(reader, "name", .string("a")) == .index(properties: ["name"], count: 0))
      try reader.close()
      #expect(try Store.open(at: path, options: options, io: io).catalog.entities.count == entities)
      let other = SchemaDescription(entities: [
        .init(name: "Other", attributes: [.init(name: "size", kind: .int64, typeName: "Int")])
      ])
      let writer = try Store.open(at: path, io: io)
      try writer.adopt(other)
      try writer.close()
    }
  }

  @Test func `a unique set serves as an index, once`() throws {
    let store = try Store.open(at: "/schema.store", io: MemoryStorageIO())
    try add(["a", "b"], to: store, try store.adopt(schema([["name"]], uniqueness: [["name"]])))
    #expect(store.snapshot().state.secondary.count == 1)
    #expect(try source(store, "name", .string("a")) == .index(properties: ["name"], count: 1))
    try store.close()
  }

  @Test func `values that equal nothing never collide`() throws {
    let store = try Store.open(at: "/schema.store", io: MemoryStorageIO())
    let declared = SchemaDescription(entities: [
      .init(
        name: "Item",
        attributes: [.init(name: "real", kind: .double, typeName: "Double", flags: .optional)],
        uniqueness: [["real"]]
      )
    ])
    let layout = try #require(try store.adopt(declared).layout(for: "Item"))
    func add(_ values: [StoredValue]) throws {
      var batch = WriteBatch(uniqueness: .fail)
      for value in values {
        var writer = RecordWriter(layout: layout)
        _ = writer.append(value)
        batch.insert(try store.newObjectID(), layout: layout, payload: writer.finish())
      }
      try store.commit(batch)
    }
    try add([.null, .null, .double(.nan), .double(.nan), .double(0)])
    #expect(throws: StoreError.self) { try add([.double(-0.0)]) }
    #expect(SnapshotCheck.run(store.snapshot().state).findings.isEmpty)
    try store.close()
  }
}
