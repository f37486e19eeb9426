/// Turns declarations into numbered definitions, next to those that a store has already.
struct CatalogBuilder {
  private var entities: [EntityDefinition]
  private var layouts: [RecordLayout]
  private var nextProperty: UInt32
  /// Layouts that the store does not have yet.
  private(set) var newLayouts: [RecordLayout] = []

  init(_ catalog: Catalog) {
    entities = catalog.entities
    layouts = catalog.layouts
    nextProperty = catalog.nextProperty
  }

  /// Adds entities that the catalog lacks; their parents and destinations may be old or new.
  mutating func add(_ declared: [SchemaDescription.Entity], of schema: SchemaDescription) throws(StoreError) {
    guard !declared.isEmpty else { return }
    var ids = Dictionary(entities.map { ($0.name, $0.id) }) { $1 }
    var next = (entities.last?.id.rawValue ?? 0)
    for entity in declared {
      guard next < UInt16.max - 1 else {
        throw StoreError(
          .limitExceeded,
          tried: "adopt the schema",
          found: "more than \(next) entities",
          remedy: "Split the schema into several stores."
        )
      }
      next += 1
      ids[entity.name] = EntityID(rawValue: next)
    }
    let first = entities.count
    for entity in declared { entities.append(try define(entity, ids)) }
    for index in first..<entities.count {
      let declaration = declared[index - first]
      for (place, relationship) in declaration.relationships.enumerated() {
        guard let name = relationship.inverse, let destination = ids[relationship.destination] else {
          continue
        }
        entities[index].relationships[place].inverse = try inverse(
          name,
          of: destination,
          declaration,
          relationship
        )
      }
      let own = entities[index].id
      for set in declaration.uniqueness {
        entities[index].uniqueness.append(try numbers(set, of: own, declaration))
      }
      for set in declaration.indexes {
        entities[index].indexes.append(try numbers(set, of: own, declaration))
      }
    }
    try refuseContradictions()
  }

  /// Refuses what no reader of the catalog would accept.
  private func refuseContradictions() throws(StoreError) {
    guard let problem = Catalog.problem(in: entities, nextProperty: nextProperty) else { return }
    throw StoreError(
      .invalidSchema,
      tried: "adopt the schema",
      found: problem,
      remedy: "Correct the declaration of the models."
    )
  }

  /// Gives the entities that the catalog has the indexes that a schema declares for them.
  ///
  /// - Returns: false if they had them.
  mutating func setIndexes(_ schema: SchemaDescription) throws(StoreError) -> Bool {
    var isChanged = false
    for declared in schema.entities {
      guard let place = entities.firstIndex(where: { $0.name == declared.name }) else { continue }
      var indexes: [[PropertyID]] = []
      for set in declared.indexes { indexes.append(try numbers(set, of: entities[place].id, declared)) }
      guard indexes != entities[place].indexes else { continue }
      entities[place].indexes = indexes
      isChanged = true
    }
    if isChanged { try refuseContradictions() }
    return isChanged
  }

  private mutating func define(
    _ entity: SchemaDescription.Entity,
    _ ids: [String: EntityID]
  ) throws(StoreError) -> EntityDefinition {
    guard let id = ids[entity.name] else { throw invalid(entity, "it has no number") }
    var definition = EntityDefinition(
      id: id,
      name: entity.name,
      originalName: entity.originalName,
      isAbstract: entity.isAbstract
    )
    if let parent = entity.parent {
      guard let number = ids[parent] else { throw invalid(entity, "its parent \(parent) is not declared") }
      definition.parent = number
    }
    for attribute in entity.attributes {
      definition.attributes.append(
        AttributeDefinition(
          id: try takeProperty(),
          name: attribute.name,
          originalName: attribute.originalName,
          kind: attribute.kind,
          typeName: attribute.typeName,
          flags: attribute.flags,
          hashModifier: attribute.hashModifier,
          defaultValue: attribute.defaultValue
        )
      )
    }
    for relationship in entity.relationships {
      guard let destination = ids[relationship.destination] else {
        throw invalid(
          entity,
          "\(relationship.name) leads to \(relationship.destination), which is not declared"
        )
      }
      definition.relationships.append(
        RelationshipDefinition(
          id: try takeProperty(),
          name: relationship.name,
          originalName: relationship.originalName,
          destination: destination,
          deleteRule: relationship.deleteRule,
          minimumCount: relationship.minimumCount,
          maximumCount: relationship.maximumCount,
          flags: relationship.flags,
          hashModifier: relationship.hashModifier
        )
      )
    }
    return definition
  }

  private mutating func takeProperty() throws(StoreError) -> PropertyID {
    guard nextProperty < .max else {
      throw StoreError(
        .limitExceeded,
        tried: "adopt the schema",
        found: "all \(nextProperty) numbers of properties are used up",
        remedy: "Copy the objects to a new store."
      )
    }
    defer { nextProperty += 1 }
    return PropertyID(rawValue: nextProperty)
  }

  private func lineage(_ id: EntityID) -> [EntityDefinition] {
    var line: [EntityDefinition] = []
    var next: EntityID? = id
    while let current = next, let entity = entities.first(where: { $0.id == current }), line.count < 1024 {
      line.append(entity)
      next = entity.parent
    }
    return line
  }

  private func inverse(
    _ name: String,
    of destination: EntityID,
    _ entity: SchemaDescription.Entity,
    _ relationship: SchemaDescription.Relationship
  ) throws(StoreError) -> PropertyID {
    for owner in lineage(destination) {
      if let match = owner.relationships.first(where: { $0.name == name }) { return match.id }
    }
    throw invalid(
      entity,
      "the inverse of \(relationship.name), \(relationship.destination).\(name), is no relationship there"
    )
  }

  private func numbers(
    _ names: [String],
    of id: EntityID,
    _ entity: SchemaDescription.Entity
  ) throws(StoreError) -> [PropertyID] {
    let line = lineage(id)
    var ids: [PropertyID] = []
    for name in names {
      let attribute = line.lazy.compactMap { $0.attributes.first { $0.name == name }?.id }.first
      let relationship = line.lazy.compactMap {
        $0.relationships.first { $0.name == name && !$0.isToMany }?.id
      }.first
      guard let id = attribute ?? relationship else {
        throw invalid(
          entity,
          "\(name) in a unique or index list is no attribute or to-one relationship of it"
        )
      }
      ids.append(id)
    }
    return ids
  }

  private func invalid(_ entity: SchemaDescription.Entity, _ found: String) -> StoreError {
    StoreError(
      .invalidSchema,
      tried: "adopt the schema",
      found: "\(entity.name): \(found)",
      remedy: "Correct the declaration of the model."
    )
  }

  /// The catalog of all entities, without new layouts.
  var catalog: Catalog { Catalog(entities: entities, layouts: layouts, nextProperty: nextProperty) }

  /// The layout of an entity with these fields: one that exists, or a new one.
  mutating func layout(_ entity: EntityID, _ fields: [RecordLayout.Field]) throws(StoreError) -> RecordLayout
  {
    if let match = layouts.first(where: { $0.entity == entity && $0.fields == fields }) { return match }
    let highest = layouts.map(\.id.rawValue).max() ?? 0
    guard highest < UInt16.max - 1 else {
      throw StoreError(
        .limitExceeded,
        tried: "adopt the schema",
        found: "more than \(highest) record layouts",
        remedy: "Copy the objects to a new store: layouts are kept for ever."
      )
    }
    let layout = RecordLayout(id: LayoutID(rawValue: highest + 1), entity: entity, fields: fields)
    layouts.append(layout)
    newLayouts.append(layout)
    return layout
  }
}
