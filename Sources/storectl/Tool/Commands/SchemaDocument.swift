import LogStore

/// A catalog as a document for programs.
struct SchemaDocument {
  private let catalog: Catalog

  init(_ catalog: Catalog) { self.catalog = catalog }

  var document: JSONDocument {
    let names = catalog.encryptedNames
    return [
      "entities": .array(catalog.entities.map { entity($0) }),
      "encrypted": JSONDocument(names.sealed),
      "notEncrypted": JSONDocument(names.clear),
    ]
  }

  private func entity(_ entity: EntityDefinition) -> JSONDocument {
    [
      "name": .string(entity.name),
      "number": JSONDocument(entity.id.rawValue),
      "parent": JSONDocument(entity.parent) { .string(catalog.name(of: $0)) },
      "isAbstract": JSONDocument(entity.isAbstract),
      "originalName": .string(entity.originalName),
      "attributes": .array(entity.attributes.map { attribute($0) }),
      "relationships": .array(entity.relationships.map { relationship($0) }),
      "unique": .array(entity.uniqueness.map { names($0) }),
      "indexes": .array(entity.indexes.map { names($0) }),
    ]
  }

  private func attribute(_ attribute: AttributeDefinition) -> JSONDocument {
    var json = JSONBytes()
    json.append(attribute.defaultValue)
    func has(_ flag: AttributeDefinition.Flags) -> JSONDocument { .bool(attribute.flags.contains(flag)) }
    return [
      "name": .string(attribute.name),
      "number": JSONDocument(attribute.id.rawValue),
      "kind": .string("\(attribute.kind)"),
      "type": .string(attribute.typeName),
      "isOptional": has(.optional),
      "isSealed": has(.sealed),
      "isEncrypted": .bool(attribute.flags.contains(.sealed) && catalog.isSealed(attribute.id)),
      "isExternal": has(.external),
      "isFullText": has(.fullText),
      "isEphemeral": has(.ephemeral),
      "isPreserved": has(.preserved),
      "originalName": .string(attribute.originalName),
      "hashModifier": .string(attribute.hashModifier),
      "default": attribute.defaultValue.isNull ? .null : .raw(json.bytes),
    ]
  }

  private func relationship(_ relationship: RelationshipDefinition) -> JSONDocument {
    [
      "name": .string(relationship.name),
      "number": JSONDocument(relationship.id.rawValue),
      "destination": .string(catalog.name(of: relationship.destination)),
      "isToMany": .bool(relationship.isToMany),
      "isOrdered": .bool(relationship.flags.contains(.ordered)),
      "isOptional": .bool(relationship.isOptional),
      "inverse": JSONDocument(relationship.inverse) { .string(catalog.name(of: $0)) },
      "deleteRule": .string("\(relationship.deleteRule)"),
      "minimumCount": JSONDocument(relationship.minimumCount),
      "maximumCount": JSONDocument(relationship.maximumCount),
      "originalName": .string(relationship.originalName),
      "hashModifier": .string(relationship.hashModifier),
    ]
  }

  private func names(_ properties: [PropertyID]) -> JSONDocument {
    JSONDocument(properties.map { catalog.name(of: $0) })
  }
}

extension Catalog {
  /// Attributes that ask to be encrypted: those that are, and those that are not.
  var encryptedNames: (sealed: [String], clear: [String]) {
    var names: (sealed: [String], clear: [String]) = ([], [])
    for entity in entities {
      for attribute in entity.attributes where attribute.flags.contains(.sealed) {
        let name = "\(entity.name).\(attribute.name)"
        if isSealed(attribute.id) { names.sealed.append(name) } else { names.clear.append(name) }
      }
    }
    return names
  }
}
