extension SchemaDescription {
  /// What a program would have declared to get a catalog.
  package init(_ catalog: Catalog) {
    self.init(entities: catalog.entities.map { Entity($0, catalog) })
    usesExternalForm = true
  }
}

extension SchemaDescription.Entity {
  /// A stored entity as a program would declare it.
  init(_ stored: EntityDefinition, _ catalog: Catalog) {
    self.init(
      name: stored.name,
      originalName: stored.originalName,
      parent: stored.parent.map { catalog.name(of: $0) },
      isAbstract: stored.isAbstract,
      attributes: stored.attributes.map { attribute in
        SchemaDescription.Attribute(
          name: attribute.name,
          originalName: attribute.originalName,
          kind: attribute.kind,
          typeName: attribute.typeName,
          flags: attribute.flags,
          hashModifier: attribute.hashModifier,
          defaultValue: attribute.defaultValue
        )
      },
      relationships: stored.relationships.map { relationship in
        SchemaDescription.Relationship(
          name: relationship.name,
          originalName: relationship.originalName,
          destination: catalog.name(of: relationship.destination),
          inverse: relationship.inverse.map { catalog.name(of: $0) },
          deleteRule: relationship.deleteRule,
          minimumCount: relationship.minimumCount,
          maximumCount: relationship.maximumCount,
          flags: relationship.flags,
          hashModifier: relationship.hashModifier
        )
      },
      uniqueness: stored.uniqueness.map { $0.map { catalog.name(of: $0) } },
      indexes: stored.indexes.map { $0.map { catalog.name(of: $0) } }
    )
  }
}
