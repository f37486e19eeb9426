extension Schema {
  /// A model class, for introspection.
  public struct Entity: Sendable, Hashable {
    /// Name of the class.
    public let name: String
    /// Name of the class above it.
    public let superentityName: String?
    /// Names of the classes directly below it.
    public let subentityNames: [String]
    /// Attributes that the class itself declares.
    public let attributes: [Attribute]
    /// Attributes of the classes above it.
    public let inheritedAttributes: [Attribute]
    /// Relationships that the class itself declares.
    public let relationships: [Relationship]
    /// Relationships of the classes above it.
    public let inheritedRelationships: [Relationship]
    /// Sets of properties whose values together occur once.
    public let uniquenessConstraints: [[String]]
    /// Sets of properties that are kept in order.
    public let indices: [[String]]

    /// Own and inherited attributes by name.
    public var attributesByName: [String: Attribute] {
      Dictionary((inheritedAttributes + attributes).map { ($0.name, $0) }) { $1 }
    }

    /// Own and inherited relationships by name.
    public var relationshipsByName: [String: Relationship] {
      Dictionary((inheritedRelationships + relationships).map { ($0.name, $0) }) { $1 }
    }

    static func entities(of shapes: [ModelShape]) -> [Entity] {
      shapes.map { shape in
        func attributes(_ properties: ArraySlice<PropertyShape>) -> [Attribute] {
          properties.compactMap { property in
            guard case .attribute(_, let typeName) = property.slot else { return nil }
            return Attribute(
              name: property.name,
              originalName: property.originalName ?? property.name,
              options: property.options,
              isOptional: property.isOptional,
              typeName: typeName,
              hashModifier: property.hashModifier
            )
          }
        }
        func relationships(_ properties: ArraySlice<PropertyShape>) -> [Relationship] {
          properties.compactMap { property in
            guard let destination = property.destination else { return nil }
            return Relationship(
              name: property.name,
              originalName: property.originalName ?? property.name,
              options: property.relationshipOptions,
              destination: ModelShape.name(of: destination),
              inverseName: shape.inverse(property.index)?.name,
              deleteRule: property.deleteRule,
              isToOneRelationship: !property.isToMany,
              isOptional: property.isOptional,
              minimumModelCount: property.minimumCount,
              maximumModelCount: property.maximumCount,
              hashModifier: property.hashModifier
            )
          }
        }
        let own = shape.properties[shape.firstOwn...]
        let inherited = shape.properties[..<shape.firstOwn]
        return Entity(
          name: shape.name,
          superentityName: shape.parent.map { ModelShape.name(of: $0) },
          subentityNames: shapes.filter { $0.parent == shape.type }.map(\.name),
          attributes: attributes(own),
          inheritedAttributes: attributes(inherited),
          relationships: relationships(own),
          inheritedRelationships: relationships(inherited),
          uniquenessConstraints: shape.uniqueness,
          indices: shape.indexes
        )
      }
    }
  }
}
