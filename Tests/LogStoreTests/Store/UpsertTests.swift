import LogStore
import Testing

/// Insertions that turn out to be objects that exist already.
struct UpsertTests {
  private static let path = "/upsert.store"

  /// Shelf (name unique) ↔ Book (shelf and title unique together); Book.cover ↔ Cover.book, both to-one;
  /// Shelf.tags ↔ Tag.shelves.
  private struct Library {
    let io = MemoryStorageIO()
    let store: Store
    let schema: AdoptedSchema

    init() throws {
      store = try Store.open(at: UpsertTests.path, io: io)
      schema = try store.adopt(
        SchemaDescription(entities: [
          .init(
            name: "Shelf",
            attributes: [
              .init(name: "name", kind: .string, typeName: "String"),
              .init(name: "room", kind: .string, typeName: "String", flags: .optional),
            ],
            relationships: [
              .init(name: "books", destination: "Book", inverse: "shelf", flags: [.toMany, .ordered]),
              .init(name: "tags", destination: "Tag", inverse: "shelves", flags: [.toMany, .ordered]),
              .init(name: "above", destination: "Shelf", inverse: "below", flags: .optional),
              .init(name: "below", destination: "Shelf", inverse: "above", flags: [.toMany, .ordered]),
            ],
            uniqueness: [["name"], ["above", "room"]]
          ),
          .init(
            name: "Book",
            attributes: [.init(name: "title", kind: .string, typeName: "String")],
            relationships: [
              .init(name: "shelf", destination: "Shelf", inverse: "books", flags: .optional),
              .init(name: "cover", destination: "Cover", inverse: "book", flags: .optional),
            ],
            uniqueness: [["shelf", "title"]]
          ),
          .init(
            name: "Cover",
            attributes: [.init(name: "colour", kind: .string, typeName: "String")],
            relationships: [.init(name: "book", destination: "Book", inverse: "cover", flags: .optional)]
          ),
          .init(
            name: "Tag",
            attributes: [.init(name: "label", kind: .string, typeName: "String")],
            relationships: [
              .init(name: "shelves", destination: "Shelf", inverse: "tags", flags: [.toMany, .ordered])
            ]
          ),
        ])
      )
    }

    func property(_ entity: String, _ name: String) throws -> PropertyID {
      let id = try #require(schema.entity(named: entity))
      return try #require(
        schema.catalog.attribute(named: name, of: id)?.id
          ?? schema.catalog.relationship(named: name, of: id)?.id
      )
    }

    /// - Parameter assigned: Names of what counts as assigned; nil for everything.
    @discardableResult
    func add(
      _ entity: String,
      _ values: [String: StoredValue],
      assigned: [String]? = nil,
      to batch: inout WriteBatch
    ) throws -> ObjectID {
      let id = try store.newObjectID()
      let layout = try #require(schema.layout(for: entity))
      var writer = RecordWriter(layout: layout)
      for field in layout.fields {
        let value = values[schema.catalog.name(of: field.property)]
        if field.kind != .orderKey, let value { _ = writer.append(value) } else { writer.appendNull() }
      }
      let changed = try assigned.map { Set(try $0.map { try property(entity, $0) }) }
      batch.insert(id, layout: layout, payload: writer.finish(), changed: changed)
      return id
    }

    func members(_ id: ObjectID, _ entity: String, _ name: String) throws -> [ObjectID] {
      store.snapshot().members(of: id, try property(entity, name))
    }

    func reference(_ id: ObjectID, _ entity: String, _ name: String) throws -> ObjectID? {
      let property = try property(entity, name)
      return try store.snapshot().withRecord(id) { view, _ in
        view.layout.fieldIndex(of: property).map { view.isPresent($0) ? view.reference($0) : .none }
      } ?? nil
    }

    /// Closes the store and looks through it.
    func isSound() throws -> Bool {
      try store.close()
      return try StoreCheck.run(at: UpsertTests.path, io: io).isClean
    }
  }

  @Test(arguments: [true, false])
  func `a unique key that holds a reference follows it to the stored object`(_ ownerFirst: Bool) throws {
    let library = try Library()
    for round in 0..<3 {
      var batch = WriteBatch()
      let shelf = try library.store.newObjectID()
      func addShelf() throws {
        let layout = try #require(library.schema.layout(for: "Shelf"))
        var writer = RecordWriter(layout: layout)
        for field in layout.fields {
          let isName = library.schema.catalog.name(of: field.property) == "name"
          if isName { _ = writer.append(.string("s")) } else { writer.appendNull() }
        }
        batch.insert(shelf, layout: layout, payload: writer.finish())
      }
      if ownerFirst { try addShelf() }
      try library.add("Book", ["title": .string("b"), "shelf": .reference(shelf)], to: &batch)
      if !ownerFirst { try addShelf() }
      let receipt = try library.store.commit(batch)
      #expect(receipt.forwarded.count == (round == 0 ? 0 : 2))
    }
    let snapshot = library.store.snapshot()
    #expect(snapshot.count(of: try #require(library.schema.entity(named: "Book"))) == 1)
    #expect(try library.isSound())
  }

  @Test func `a chain of insertions that each depend on the one before becomes the stored chain`() throws {
    let library = try Library()
    var chains: [[ObjectID]] = []
    for _ in 0..<2 {
      var batch = WriteBatch()
      var chain = [try library.add("Shelf", ["name": .string("top")], to: &batch)]
      for index in 0..<20 {
        let values: [String: StoredValue] = [
          "name": .string("\(chains.count) \(index)"), "room": .string("r"),
          "above": .reference(try #require(chain.last)),
        ]
        chain.append(try library.add("Shelf", values, assigned: ["room", "above"], to: &batch))
      }
      let receipt = try library.store.commit(batch)
      if let first = chains.first {
        #expect(receipt.forwarded.map(\.incoming) == chain)
        #expect(receipt.forwarded.map(\.survivor) == first)
      }
      chains.append(chain)
    }
    #expect(try library.isSound())
  }

  @Test func `an update that takes the key of another object through a forwarded reference is refused`()
    throws
  {
    let library = try Library()
    var batch = WriteBatch()
    let shelf = try library.add("Shelf", ["name": .string("s")], to: &batch)
    try library.add("Book", ["title": .string("b"), "shelf": .reference(shelf)], to: &batch)
    let loose = try library.add("Book", ["title": .string("b")], to: &batch)
    try library.store.commit(batch)
    batch = WriteBatch()
    let again = try library.add("Shelf", ["name": .string("s")], assigned: ["name"], to: &batch)
    let layout = try #require(library.schema.layout(for: "Book"))
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      switch (library.schema.catalog.name(of: field.property), field.kind) {
      case ("title", _): _ = writer.append(.string("b"))
      case ("shelf", .reference): _ = writer.append(.reference(again))
      default: writer.appendNull()
      }
    }
    batch.update(loose, layout: layout, payload: writer.finish(), changed: nil, baseVersion: 0)
    let error = #expect(throws: StoreError.self) { try library.store.commit(batch) }
    #expect(error?.code == .uniquenessViolation)
  }

  @Test func `a to-many relationship that was assigned replaces the targets, one that was not adds to them`()
    throws
  {
    for isAssigned in [true, false] {
      let library = try Library()
      let books = try library.property("Shelf", "books")
      let tags = try library.property("Shelf", "tags")
      var batch = WriteBatch()
      let shelf = try library.add("Shelf", ["name": .string("s")], to: &batch)
      let oldBook = try library.add("Book", ["title": .string("1"), "shelf": .reference(shelf)], to: &batch)
      let oldTag = try library.add("Tag", ["label": .string("1")], to: &batch)
      batch.setMembers(of: shelf, tags, to: [oldTag])
      try library.store.commit(batch)
      batch = WriteBatch()
      let assigned = ["name"] + (isAssigned ? ["books", "tags"] : [])
      let again = try library.add("Shelf", ["name": .string("s")], assigned: assigned, to: &batch)
      let newBook = try library.add("Book", ["title": .string("2"), "shelf": .reference(again)], to: &batch)
      let newTag = try library.add("Tag", ["label": .string("2")], to: &batch)
      batch.setMembers(of: again, books, to: [newBook])
      batch.setMembers(of: again, tags, to: [newTag])
      try library.store.commit(batch)
      #expect(try library.members(shelf, "Shelf", "books") == (isAssigned ? [newBook] : [oldBook, newBook]))
      #expect(try library.members(shelf, "Shelf", "tags") == (isAssigned ? [newTag] : [oldTag, newTag]))
      #expect(try library.reference(oldBook, "Book", "shelf") == (isAssigned ? ObjectID.none : shelf))
      #expect(try library.isSound())
    }
  }

  @Test func `an assigned relationship without targets empties the stored one`() throws {
    let library = try Library()
    var batch = WriteBatch()
    let shelf = try library.add("Shelf", ["name": .string("s")], to: &batch)
    try library.add("Book", ["title": .string("1"), "shelf": .reference(shelf)], to: &batch)
    let tag = try library.add("Tag", ["label": .string("1")], to: &batch)
    batch.setMembers(of: shelf, try library.property("Shelf", "tags"), to: [tag])
    try library.store.commit(batch)
    batch = WriteBatch()
    try library.add("Shelf", ["name": .string("s")], assigned: ["name", "books", "tags"], to: &batch)
    try library.store.commit(batch)
    #expect(try library.members(shelf, "Shelf", "books").isEmpty)
    #expect(try library.members(shelf, "Shelf", "tags").isEmpty)
    #expect(try library.isSound())
  }

  @Test(arguments: [true, false])
  func `a to-one relationship is cleared if nil was assigned and kept if nothing was`(_ isAssigned: Bool)
    throws
  {
    let library = try Library()
    var batch = WriteBatch()
    let shelf = try library.add("Shelf", ["name": .string("s")], to: &batch)
    let top = try library.add("Shelf", ["name": .string("t")], to: &batch)
    try library.store.commit(batch)
    batch = WriteBatch()
    try library.add(
      "Shelf",
      ["name": .string("s"), "above": .reference(top)],
      assigned: ["name", "above"],
      to: &batch
    )
    try library.store.commit(batch)
    #expect(try library.members(top, "Shelf", "below") == [shelf])
    batch = WriteBatch()
    let assigned = ["name", "room"] + (isAssigned ? ["above"] : [])
    try library.add("Shelf", ["name": .string("s"), "room": .string("r")], assigned: assigned, to: &batch)
    try library.store.commit(batch)
    #expect(try library.reference(shelf, "Shelf", "above") == (isAssigned ? ObjectID.none : top))
    #expect(try library.members(top, "Shelf", "below") == (isAssigned ? [] : [shelf]))
    #expect(try library.isSound())
  }

  @Test func `where both ends are to-one, the object at the old end lets go too`() throws {
    let library = try Library()
    var batch = WriteBatch()
    let shelf = try library.add("Shelf", ["name": .string("s")], to: &batch)
    let id = try library.store.newObjectID()
    let cover = try library.add("Cover", ["colour": .string("red"), "book": .reference(id)], to: &batch)
    let layout = try #require(library.schema.layout(for: "Book"))
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      switch (library.schema.catalog.name(of: field.property), field.kind) {
      case ("title", _): _ = writer.append(.string("b"))
      case ("shelf", .reference): _ = writer.append(.reference(shelf))
      case ("cover", .reference): _ = writer.append(.reference(cover))
      default: writer.appendNull()
      }
    }
    batch.insert(id, layout: layout, payload: writer.finish())
    try library.store.commit(batch)
    #expect(try library.reference(cover, "Cover", "book") == id)
    batch = WriteBatch()
    try library.add("Book", ["title": .string("b"), "shelf": .reference(shelf)], to: &batch)
    let receipt = try library.store.commit(batch)
    #expect(receipt.forwarded.map(\.survivor) == [id])
    #expect(try library.reference(id, "Book", "cover") == ObjectID.none)
    #expect(try library.reference(cover, "Cover", "book") == ObjectID.none)
    #expect(try library.isSound())
  }
}
