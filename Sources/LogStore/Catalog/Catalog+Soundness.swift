extension Catalog {
  /// Longest line of ancestors.
  private static let deepest = 1000

  /// What contradicts itself in some definitions, in words; nil if nothing does. What is refused here is neither
  /// written nor read.
  package static func problem(in entities: [EntityDefinition], nextProperty: UInt32) -> String? {
    let byID = Dictionary(entities.map { ($0.id, $0) }) { $1 }
    guard byID.count == entities.count else { return "an entity number occurs twice" }
    guard Set(entities.map(\.name)).count == entities.count else { return "an entity name occurs twice" }
    var relationships: [PropertyID: RelationshipDefinition] = [:]
    var numbers: Set<PropertyID> = []
    for entity in entities {
      var names: Set<String> = []
      let properties =
        entity.attributes.map { ($0.id, $0.name) } + entity.relationships.map { ($0.id, $0.name) }
      for (id, name) in properties {
        guard id.rawValue != 0, id.rawValue < nextProperty, numbers.insert(id).inserted else {
          return "property number \(id.rawValue) of \(entity.name).\(name) occurs twice or is out of range"
        }
        guard names.insert(name).inserted else { return "\(entity.name).\(name) occurs twice" }
      }
      for relationship in entity.relationships { relationships[relationship.id] = relationship }
    }
    for entity in entities {
      guard let line = line(of: entity, byID) else {
        return "the ancestors of \(entity.name) are unknown, too many, or lead back to it"
      }
      if let problem = relationshipProblem(in: entity, byID, relationships) { return problem }
      var indexable = Set(line.flatMap { $0.attributes.map(\.id) })
      indexable.formUnion(line.flatMap { $0.relationships.filter { !$0.isToMany }.map(\.id) })
      if let attribute = entity.attributes.first(where: {
        $0.flags.contains(.sealed) && !$0.defaultValue.isNull
      }) {
        return "\(entity.name).\(attribute.name) is sealed, and its default would lie in the catalog in clear"
      }
      let sealed = line.flatMap { $0.attributes.filter { $0.flags.contains(.sealed) } }
      for set in entity.uniqueness + entity.indexes {
        if let attribute = sealed.first(where: { set.contains($0.id) }) {
          return
            "\(entity.name).\(attribute.name) is sealed, so it can be neither unique nor indexed: what is sealed"
            + " looks different each time, and an index would give its values away"
        }
        guard !set.isEmpty, set.allSatisfy({ indexable.contains($0) }) else {
          return
            "a unique or index list of \(entity.name) names what is no attribute or to-one relationship of it"
        }
      }
    }
    return nil
  }

  /// An entity and its ancestors; nil if one is unknown, or they have no end.
  private static func line(
    of entity: EntityDefinition,
    _ byID: [EntityID: EntityDefinition]
  ) -> [EntityDefinition]? {
    var line = [entity]
    var next = entity.parent
    while let id = next {
      guard let parent = byID[id], line.count < deepest else { return nil }
      line.append(parent)
      next = parent.parent
    }
    return line
  }

  private static func relationshipProblem(
    in entity: EntityDefinition,
    _ byID: [EntityID: EntityDefinition],
    _ relationships: [PropertyID: RelationshipDefinition]
  ) -> String? {
    for relationship in entity.relationships {
      let name = "\(entity.name).\(relationship.name)"
      guard byID[relationship.destination] != nil else { return "unknown destination of \(name)" }
      guard let number = relationship.inverse else { continue }
      guard relationships[number]?.inverse == relationship.id else {
        return "the inverse of \(name) does not lead back to it"
      }
    }
    return nil
  }
}
