import LogStore
import LogStoreTesting

/// Catalogs, sound and unsound.
struct CatalogTarget: FuzzTarget {
  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    let entities = (1...1 + random.below(5)).map { Self.entity($0, &random) }
    var image = MutableImage(CatalogCoding.encode(entities: entities, nextProperty: 100))
    image.note(at: 0, [4, 4, 4, 2, 2, 4])
    if random.once(in: 2) { image.mutate(&random) }
    return image.bytes
  }

  private static func entity(_ number: Int, _ random: inout SimulatedRandomness) -> EntityDefinition {
    let id = random.once(in: 12) ? random.below(70_000) : number
    var entity = EntityDefinition(id: EntityID(rawValue: UInt16(truncatingIfNeeded: id)), name: "E\(number)")
    if random.once(in: 3) {
      entity.parent = EntityID(rawValue: UInt16(random.once(in: 6) ? random.below(7) : max(0, number - 1)))
    }
    if entity.parent?.rawValue == 0 { entity.parent = nil }
    for place in 0..<random.below(4) {
      entity.attributes.append(
        AttributeDefinition(
          id: PropertyID(rawValue: UInt32(random.once(in: 15) ? random.below(110) : 10 * number + place)),
          name: random.once(in: 9) ? random.text() : "a\(place)",
          kind: random.one(of: ValueKind.allCases),
          typeName: "T",
          flags: .init(rawValue: UInt16(random.once(in: 3) ? random.below(64) : 1)),
          defaultValue: random.once(in: 4) ? .string(random.text()) : random.once(in: 4) ? .int(3) : .null
        )
      )
    }
    for place in 0..<random.below(3) {
      let id = UInt32(10 * number + 5 + place)
      entity.relationships.append(
        RelationshipDefinition(
          id: PropertyID(rawValue: id),
          name: "r\(place)",
          destination: EntityID(rawValue: UInt16(1 + random.below(4))),
          inverse: random.once(in: 2)
            ? nil : PropertyID(rawValue: random.once(in: 2) ? id : UInt32(10 + random.below(40))),
          deleteRule: random.one(of: [.noAction, .nullify, .cascade, .deny]),
          flags: .init(rawValue: UInt16(random.below(8)))
        )
      )
    }
    if random.once(in: 3) {
      let all = entity.attributes.map(\.id) + entity.relationships.map(\.id)
      entity.indexes = [random.once(in: 5) || all.isEmpty ? [] : [random.one(of: all)]]
      entity.uniqueness = [[random.one(of: all + [PropertyID(rawValue: 11)])]]
    }
    return entity
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    let content = try CatalogCoding.decode(input)
    let written = CatalogCoding.encode(entities: content.entities, nextProperty: content.nextProperty)
    let again = try written.withUnsafeBytes { raw in
      do { return try CatalogCoding.decode(raw) } catch {
        throw FuzzViolation("a catalog that was written is refused: \(error)")
      }
    }
    guard CatalogCoding.encode(entities: again.entities, nextProperty: again.nextProperty) == written else {
      throw FuzzViolation("another catalog when written and read again")
    }
    let catalog = Catalog(entities: content.entities, layouts: [], nextProperty: content.nextProperty)
    _ = IndexState(catalog: catalog, hashSeed: 0, path: "/none")
    for entity in content.entities {
      _ = (catalog.family(of: entity.id), catalog.lineage(of: entity.id), catalog.attributes(of: entity.id))
      for relationship in catalog.relationships(of: entity.id) { _ = catalog.storage(of: relationship) }
    }
    return true
  }
}
