extension JSONBytes {
  /// Appends the schema of a store (FORMAT.md, "The text of storectl dump"). What is empty or not the case is left out.
  package mutating func append(_ schema: SchemaDescription) {
    append(raw: "{\"entities\":")
    append(schema.entities) { $0.append($1) }
    append(raw: "}")
  }

  private mutating func append(_ entity: SchemaDescription.Entity) {
    append(raw: "{\"name\":")
    append(string: entity.name)
    append(name: "originalName", entity.originalName)
    append(name: "parent", entity.parent ?? "")
    if entity.isAbstract { append(raw: ",\"abstract\":true") }
    append(raw: ",\"attributes\":")
    append(entity.attributes) { $0.append($1) }
    append(raw: ",\"relationships\":")
    append(entity.relationships) { $0.append($1) }
    append(name: "unique", entity.uniqueness)
    append(name: "indexes", entity.indexes)
    append(raw: "}")
  }

  private mutating func append(_ attribute: SchemaDescription.Attribute) {
    append(raw: "{\"name\":")
    append(string: attribute.name)
    append(name: "originalName", attribute.originalName)
    append(name: "kind", "\(attribute.kind)")
    append(name: "type", attribute.typeName)
    append(flags: AttributeDefinition.Flags.names.filter { attribute.flags.contains($0.flag) }.map(\.name))
    append(name: "hashModifier", attribute.hashModifier)
    if !attribute.defaultValue.isNull {
      append(raw: ",\"default\":")
      append(attribute.defaultValue)
    }
    append(raw: "}")
  }

  private mutating func append(_ relationship: SchemaDescription.Relationship) {
    append(raw: "{\"name\":")
    append(string: relationship.name)
    append(name: "originalName", relationship.originalName)
    append(name: "destination", relationship.destination)
    append(name: "inverse", relationship.inverse ?? "")
    append(name: "deleteRule", "\(relationship.deleteRule)")
    append(name: "minimum", relationship.minimumCount)
    append(name: "maximum", relationship.maximumCount)
    append(
      flags: RelationshipDefinition.Flags.names.filter { relationship.flags.contains($0.flag) }.map(\.name)
    )
    append(name: "hashModifier", relationship.hashModifier)
    append(raw: "}")
  }

  // MARK: Parts

  private mutating func append<Element>(_ list: [Element], _ body: (inout JSONBytes, Element) -> Void) {
    append(raw: "[")
    for (index, element) in list.enumerated() {
      if index > 0 { append(raw: ",") }
      body(&self, element)
    }
    append(raw: "]")
  }

  private mutating func append(key: StaticString) {
    append(raw: ",\"")
    append(raw: key)
    append(raw: "\":")
  }

  private mutating func append(name: StaticString, _ text: String) {
    guard !text.isEmpty else { return }
    append(key: name)
    append(string: text)
  }

  private mutating func append(name: StaticString, _ number: UInt32) {
    guard number > 0 else { return }
    append(key: name)
    append(number)
  }

  private mutating func append(name: StaticString, _ sets: [[String]]) {
    guard !sets.isEmpty else { return }
    append(key: name)
    append(sets) { json, set in json.append(set) { $0.append(string: $1) } }
  }

  private mutating func append(flags: [String]) {
    guard !flags.isEmpty else { return }
    append(key: "flags")
    append(flags) { $0.append(string: $1) }
  }
}

extension AttributeDefinition.Flags {
  /// The flags as they stand in dumps.
  static let names: [(flag: Self, name: String)] = [
    (.optional, "optional"), (.sealed, "sealed"), (.external, "external"), (.fullText, "fullText"),
    (.ephemeral, "ephemeral"), (.preserved, "preserved"),
  ]
}

extension RelationshipDefinition.Flags {
  /// The flags as they stand in dumps.
  static let names: [(flag: Self, name: String)] = [
    (.optional, "optional"), (.toMany, "toMany"), (.ordered, "ordered"),
  ]
}
