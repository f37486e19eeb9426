import LogStore
import Testing

/// Catalogs that contradict themselves are neither written nor read.
struct CatalogSoundnessTests {
  private static func id(_ number: UInt16) -> EntityID { EntityID(rawValue: number) }
  private static func number(_ number: UInt32) -> PropertyID { PropertyID(rawValue: number) }

  private static func attribute(_ id: UInt32, _ name: String) -> AttributeDefinition {
    AttributeDefinition(id: number(id), name: name, kind: .int64, typeName: "")
  }

  /// A parent with an attribute, a child, and a relationship between them in both directions.
  private static var sound: [EntityDefinition] {
    [
      EntityDefinition(
        id: id(1),
        name: "A",
        attributes: [attribute(1, "x")],
        relationships: [
          RelationshipDefinition(
            id: number(2),
            name: "bs",
            destination: id(2),
            inverse: number(3),
            flags: [.toMany, .ordered]
          )
        ],
        uniqueness: [[number(1)]]
      ),
      EntityDefinition(
        id: id(2),
        name: "B",
        parent: id(1),
        attributes: [attribute(4, "y")],
        relationships: [
          RelationshipDefinition(
            id: number(3),
            name: "a",
            destination: id(1),
            inverse: number(2),
            flags: .optional
          )
        ],
        uniqueness: [[number(1), number(3)]],
        indexes: [[number(4)]]
      ),
    ]
  }

  private func isRead(_ entities: [EntityDefinition], next: UInt32 = 5) -> Bool {
    CatalogCoding.encode(entities: entities, nextProperty: next).withUnsafeBytes { bytes in
      (try? CatalogCoding.decode(bytes)) != nil
    }
  }

  @Test func `a sound catalog is read, one that contradicts itself is not`() {
    #expect(isRead(Self.sound))
    #expect(!isRead(Self.sound, next: 4))
    let changes: [(inout [EntityDefinition]) -> Void] = [
      { $0[1].id = Self.id(1) }, { $0[1].name = "A" }, { $0[0].parent = Self.id(2) },
      { $0[0].parent = Self.id(1) }, { $0[1].parent = Self.id(9) },
      { $0[1].attributes[0].id = Self.number(1) },
      { $0[1].attributes[0].id = Self.number(0) }, { $0[0].attributes.append(Self.attribute(4, "x")) },
      { $0[1].relationships[0].name = "y" }, { $0[0].relationships[0].destination = Self.id(9) },
      { $0[0].relationships[0].inverse = Self.number(9) }, { $0[0].relationships[0].inverse = nil },
      { $0[0].relationships[0].inverse = Self.number(1) }, { $0[0].uniqueness = [[Self.number(4)]] },
      { $0[0].uniqueness = [[]] }, { $0[0].indexes = [[Self.number(2)]] },
      { $0[1].indexes = [[Self.number(9)]] },
    ]
    for (index, change) in changes.enumerated() {
      var entities = Self.sound
      change(&entities)
      #expect(!isRead(entities), "change \(index)")
    }
  }

  @Test func `a schema that would make such a catalog is refused and nothing is written`() throws {
    let store = try Store.open(at: "/s.store", io: MemoryStorageIO())
    let text = SchemaDescription.Attribute(name: "x", kind: .string, typeName: "")
    let schemas: [[SchemaDescription.Entity]] = [
      [.init(name: "A", attributes: [text, text])],
      [.init(name: "A", attributes: [text]), .init(name: "A", attributes: [text])],
      [.init(name: "A", attributes: [text], uniqueness: [[]])],
      [.init(name: "A", parent: "B"), .init(name: "B", parent: "A")],
      [
        .init(name: "A", relationships: [.init(name: "b", destination: "B", inverse: "a", flags: .optional)]),
        .init(name: "B", relationships: [.init(name: "a", destination: "A", flags: .optional)]),
      ],
    ]
    for entities in schemas {
      let error = #expect(throws: StoreError.self) { try store.adopt(SchemaDescription(entities: entities)) }
      #expect(error?.code == .invalidSchema)
    }
    #expect(store.catalog.entities.isEmpty)
    try store.adopt(SchemaDescription(entities: [.init(name: "A", attributes: [text])]))
    let error = #expect(throws: StoreError.self) {
      try store.adopt(SchemaDescription(entities: [.init(name: "A", attributes: [text], indexes: [[]])]))
    }
    #expect(error?.code == .invalidSchema)
  }

  @Test func `each difference between the stored schema and the declared one is refused`() throws {
    let store = try Store.open(at: "/s.store", io: MemoryStorageIO())
    let declared = SchemaDescription(entities: [
      .init(
        name: "A",
        attributes: [.init(name: "x", kind: .structured, typeName: "Point", defaultValue: .null)],
        relationships: [.init(name: "next", destination: "A", flags: .optional)]
      )
    ])
    try store.adopt(declared)
    let changes: [(inout SchemaDescription.Entity) -> Void] = [
      { $0.originalName = "Z" }, { $0.attributes[0].typeName = "Size" },
      { $0.attributes[0].originalName = "z" },
      { $0.attributes[0].hashModifier = "2" }, { $0.attributes[0].defaultValue = .int(1) },
      { $0.attributes[0].flags = .fullText }, { $0.attributes[0].flags = .preserved },
      { $0.relationships[0].originalName = "z" }, { $0.relationships[0].hashModifier = "2" },
    ]
    for (index, change) in changes.enumerated() {
      var schema = declared
      change(&schema.entities[0])
      let error = #expect(throws: StoreError.self, "change \(index)") { try store.adopt(schema) }
      #expect(error?.code == .schemaMismatch)
      #expect(error?.differences.count == 1)
    }
    try store.adopt(declared)
  }

  @Test func `a default that equals nothing, not even itself, is the same each time`() throws {
    let store = try Store.open(at: "/s.store", io: MemoryStorageIO())
    let schema = SchemaDescription(entities: [
      .init(
        name: "A",
        attributes: [.init(name: "x", kind: .double, typeName: "", defaultValue: .double(.nan))]
      )
    ])
    try store.adopt(schema)
    try store.adopt(schema)
  }
}
