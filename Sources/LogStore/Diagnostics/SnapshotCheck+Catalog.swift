extension SnapshotCheck {
  /// Whether the parts of the catalog agree with each other.
  func checkCatalog() {
    let catalog = state.catalog
    var numbers: Set<PropertyID> = []
    for entity in catalog.entities {
      if catalog.ordinal(of: entity.id) == nil {
        note("catalog: the parents of \(entity.name) lead in a circle")
      }
      for property in entity.attributes.map(\.id) + entity.relationships.map(\.id) {
        if !numbers.insert(property).inserted { note("catalog: property \(property.rawValue) occurs twice") }
        if property.rawValue == 0 || property.rawValue >= catalog.nextProperty {
          note("catalog: property \(property.rawValue) of \(entity.name) was never given out")
        }
      }
      for relationship in entity.relationships { checkInverse(of: relationship, entity) }
      let names = Set(
        (catalog.attributes(of: entity.id).map(\.id) + catalog.relationships(of: entity.id).map(\.id))
      )
      for set in entity.uniqueness + entity.indexes where !names.isSuperset(of: set) {
        note("catalog: a unique or ordered set of \(entity.name) names a property that it does not have")
      }
    }
    for layout in catalog.layouts where catalog.entity(layout.entity) == nil {
      note(
        "catalog: layout \(layout.id.rawValue) is of entity \(layout.entity.rawValue), which does not exist"
      )
    }
    for layout in catalog.layouts where layout.isSealed && catalog.clearLayout(of: layout) == nil {
      note("catalog: sealed layout \(layout.id.rawValue) has no layout in clear beside it")
    }
  }

  private func checkInverse(of relationship: RelationshipDefinition, _ entity: EntityDefinition) {
    guard let inverse = relationship.inverse else { return }
    guard let other = state.catalog.relationship(inverse), other.inverse == relationship.id else {
      return note("catalog: the inverse of \(entity.name).\(relationship.name) does not lead back")
    }
    guard let owner = state.catalog.owner(of: inverse),
      state.catalog.isKind(relationship.destination, of: owner)
        || state.catalog.isKind(owner, of: relationship.destination)
    else { return note("catalog: the inverse of \(entity.name).\(relationship.name) is of another entity") }
  }
}
