import LogStore

/// A store of items with a name, which an index orders, and a body.
struct ItemStore: Sendable {
  let store: Store
  private let item: RecordLayout

  private static let schema = SchemaDescription(entities: [
    .init(
      name: "Item",
      attributes: [
        .init(name: "name", kind: .string, typeName: "String"),
        .init(name: "body", kind: .string, typeName: "String"),
      ],
      indexes: [["name"]]
    )
  ])

  init(at path: String, options: StoreOptions = StoreOptions()) throws {
    store = try Store.open(at: path, options: options)
    guard let item = try store.adopt(Self.schema).layout(for: "Item") else { throw FigureError("no layout") }
    self.item = item
  }

  /// Adds a new item to a batch.
  func insert(_ name: String, _ body: String, into batch: inout WriteBatch) throws -> ObjectID {
    let id = try store.newObjectID()
    var writer = RecordWriter(layout: item)
    writer.append(name)
    writer.append(body)
    batch.insert(id, layout: item, payload: writer.finish())
    return id
  }

  /// Adds a change of an item to a batch.
  func update(_ id: ObjectID, _ name: String, _ body: String, in batch: inout WriteBatch) {
    var writer = RecordWriter(layout: item)
    writer.append(name)
    writer.append(body)
    batch.update(
      id,
      layout: item,
      payload: writer.finish(),
      changed: Set(item.fields.map(\.property)),
      baseVersion: store.sequence
    )
  }

  /// Commits one new item.
  @discardableResult
  func add(_ number: Int, body: String) throws -> ObjectID {
    var batch = WriteBatch()
    let id = try insert("item \(number)", body, into: &batch)
    try store.commit(batch)
    return id
  }

  /// Adds items in transactions of 10,000.
  func fill(_ count: Int, body: String) throws -> [ObjectID] {
    var ids: [ObjectID] = []
    for start in stride(from: 0, to: count, by: 10_000) {
      var batch = WriteBatch()
      for number in start..<min(start + 10_000, count) {
        ids.append(try insert("item \(number)", body, into: &batch))
      }
      try store.commit(batch)
    }
    return ids
  }
}
