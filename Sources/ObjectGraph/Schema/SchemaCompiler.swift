import LogStore

/// Brings a schema into a store: its description by name, then the numbers that the store gave.
enum SchemaCompiler {
  /// The declaration that the store is asked to adopt.
  static func description(of shapes: [ModelShape]) -> SchemaDescription {
    SchemaDescription(entities: shapes.map(entity))
  }

  private static func entity(_ shape: ModelShape) -> SchemaDescription.Entity {
    var attributes: [SchemaDescription.Attribute] = []
    var relationships: [SchemaDescription.Relationship] = []
    for property in shape.properties[shape.firstOwn...] {
      switch property.slot {
      case .attribute(let kind, let typeName):
        attributes.append(
          .init(
            name: property.name,
            originalName: property.originalName ?? "",
            kind: kind,
            typeName: kind == .structured || kind == .opaque ? typeName : "",
            flags: flags(property),
            hashModifier: property.hashModifier ?? "",
            defaultValue: property.isSealed ? .null : property.defaultValue
          )
        )
      case .toOne(let destination), .toMany(let destination):
        var flags: RelationshipDefinition.Flags = property.isToMany ? [.toMany, .ordered] : []
        if property.isOptional { flags.insert(.optional) }
        relationships.append(
          .init(
            name: property.name,
            originalName: property.originalName ?? "",
            destination: ModelShape.name(of: destination),
            inverse: shape.inverse(property.index)?.name,
            deleteRule: DeleteRule(property.deleteRule),
            minimumCount: count(property.minimumCount),
            maximumCount: count(property.maximumCount),
            flags: flags,
            hashModifier: property.hashModifier ?? ""
          )
        )
      }
    }
    return SchemaDescription.Entity(
      name: shape.name,
      originalName: shape.originalName,
      parent: shape.parent.map { ModelShape.name(of: $0) },
      isAbstract: shape.isAbstract,
      attributes: attributes,
      relationships: relationships,
      order: shape.properties.map(\.name),
      uniqueness: shape.uniqueness,
      indexes: shape.indexes
    )
  }

  private static func count(_ count: Int?) -> UInt32 { UInt32(clamping: count ?? 0) }

  private static func flags(_ property: PropertyShape) -> AttributeDefinition.Flags {
    var flags: AttributeDefinition.Flags = property.isOptional ? [.optional] : []
    for option in property.options {
      switch option.kind {
      case .externalStorage: if property.mayBeExternal { flags.insert(.external) }
      case .encrypt, .cloudEncryption: flags.insert(.sealed)
      case .spotlight: flags.insert(.fullText)
      case .ephemeral: flags.insert(.ephemeral)
      case .preserveValue: flags.insert(.preserved)
      case .unique, .codable, .transformable: break
      }
    }
    return flags
  }

  /// Puts the store's numbers to the shapes.
  static func compile(
    _ shapes: [ModelShape],
    _ adopted: AdoptedSchema
  ) throws(ObjectGraphError) -> CompiledSchema {
    var descriptors: [EntityDescriptor] = []
    for shape in shapes {
      guard let id = adopted.entity(named: shape.name), let layout = adopted.layout(for: shape.name) else {
        throw .unknownEntity(name: shape.name, store: "the store that has just adopted it")
      }
      var properties: [PropertyInfo] = []
      for property in shape.properties {
        properties.append(try info(property, shape, id, adopted.catalog))
      }
      let constrained = shape.chain.contains { ModelShape.shape(of: $0)?.uniqueness.isEmpty == false }
      descriptors.append(
        EntityDescriptor(
          shape: shape,
          id: id,
          properties: properties,
          layout: layout,
          hasUniqueness: constrained
        )
      )
    }
    return CompiledSchema(descriptors: descriptors)
  }

  private static func info(
    _ property: PropertyShape,
    _ shape: ModelShape,
    _ entity: EntityID,
    _ catalog: Catalog
  ) throws(ObjectGraphError) -> PropertyInfo {
    let missing = ObjectGraphError.invalidSchema(
      entity: shape.name,
      property: property.name,
      reason: "the store does not have it"
    )
    switch property.slot {
    case .attribute(let kind, _):
      guard let definition = catalog.attribute(named: property.name, of: entity) else { throw missing }
      return PropertyInfo(
        name: property.name,
        id: definition.id,
        index: property.index,
        slot: .attribute(kind),
        isOptional: property.isOptional,
        isEphemeral: definition.flags.contains(.ephemeral),
        hasOrderKey: false,
        destinationName: nil,
        inverse: nil,
        deleteRule: .noAction
      )
    case .toOne(let destination), .toMany(let destination):
      guard let definition = catalog.relationship(named: property.name, of: entity) else { throw missing }
      var inverse: PropertyInfo.Inverse?
      if let end = shape.inverse(property.index), let number = definition.inverse {
        inverse = .init(property: number, index: end.index, isToMany: end.isToMany)
      }
      return PropertyInfo(
        name: property.name,
        id: definition.id,
        index: property.index,
        slot: property.isToMany ? .toMany : .toOne,
        isOptional: property.isOptional,
        isEphemeral: false,
        hasOrderKey: !property.isToMany && inverse?.isToMany == true,
        destinationName: ModelShape.name(of: destination),
        inverse: inverse,
        deleteRule: definition.deleteRule
      )
    }
  }
}

extension DeleteRule {
  init(_ rule: Schema.Relationship.DeleteRule) {
    switch rule {
    case .noAction: self = .noAction
    case .nullify: self = .nullify
    case .cascade: self = .cascade
    case .deny: self = .deny
    }
  }
}
