/// What an entity asks of its objects, made once for each catalog.
final class EntityRules: Sendable {
  /// Name of the entity.
  let name: String
  let isAbstract: Bool
  /// Properties that must have a value.
  let required: [(id: PropertyID, name: String, isRelationship: Bool)]
  /// All relationships, inherited ones first.
  let relationships: [RelationshipDefinition]
  /// Those whose number of targets is bounded.
  let counted: [RelationshipDefinition]
  /// The entity at the other end of each to-one relationship.
  let destinations: [PropertyID: EntityID]

  init(_ entity: EntityID, _ catalog: Catalog) {
    name = catalog.name(of: entity)
    isAbstract = catalog.entity(entity)?.isAbstract ?? false
    let relationships = catalog.relationships(of: entity)
    required =
      catalog.attributes(of: entity)
      .filter { !$0.isOptional && !$0.flags.contains(.ephemeral) }.map { ($0.id, $0.name, false) }
      + relationships.filter { !$0.isToMany && !$0.isOptional }.map { ($0.id, $0.name, true) }
    self.relationships = relationships
    counted = relationships.filter { $0.isToMany && ($0.minimumCount > 0 || $0.maximumCount > 0) }
    destinations = Dictionary(
      relationships.filter { !$0.isToMany }.map { ($0.id, $0.destination) }
    ) { $1 }
  }
}
