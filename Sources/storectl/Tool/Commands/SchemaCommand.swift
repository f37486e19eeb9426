import LogStore

/// `storectl schema`.
struct SchemaCommand {
  let context: Command.Context

  func run() throws {
    let catalog = try StoreInspection(at: context.path, io: context.io).state.catalog
    try context.answer(SchemaDocument(catalog).document) { try print(catalog, $0) }
  }

  private func print(_ catalog: Catalog, _ output: TextOutput) throws {
    if catalog.entities.isEmpty { try output.writeLine("no schema: no program has put one in yet") }
    for root in catalog.entities where root.parent == nil {
      for id in catalog.family(of: root.id) {
        guard let entity = catalog.entity(id) else { continue }
        try print(entity, catalog, output)
      }
    }
    try output.writeLine("encryption: " + encryption(catalog))
  }

  /// Which attributes ask to be encrypted, and whether they are.
  private func encryption(_ catalog: Catalog) -> String {
    let names = catalog.encryptedNames
    let parts = [
      names.sealed.isEmpty ? nil : "encrypted: " + names.sealed.joined(separator: ", "),
      names.clear.isEmpty ? nil : "not encrypted, although asked for: " + names.clear.joined(separator: ", "),
    ].compactMap { $0 }
    return parts.isEmpty ? "no attribute asks for it; nothing is encrypted" : parts.joined(separator: "; ")
  }

  private func print(_ entity: EntityDefinition, _ catalog: Catalog, _ output: TextOutput) throws(OutputError)
  {
    var head = "entity \(entity.name)"
    if let parent = entity.parent { head += ": \(catalog.name(of: parent))" }
    if entity.isAbstract { head += ", abstract" }
    if !entity.originalName.isEmpty { head += ", once \(entity.originalName)" }
    try output.writeLine(head + " (number \(entity.id.rawValue))")
    for attribute in entity.attributes { try output.writeLine("  " + describe(attribute, catalog)) }
    for relationship in entity.relationships { try output.writeLine("  " + describe(relationship, catalog)) }
    for set in entity.uniqueness { try output.writeLine("  unique: " + names(set, catalog)) }
    for set in entity.indexes { try output.writeLine("  index: " + names(set, catalog)) }
    try output.writeLine("")
  }

  private func describe(_ attribute: AttributeDefinition, _ catalog: Catalog) -> String {
    var parts = ["\(attribute.name): \(attribute.kind)"]
    if attribute.typeName != "\(attribute.kind)", !attribute.typeName.isEmpty {
      parts[0] += " (\(attribute.typeName))"
    }
    let flags: [(AttributeDefinition.Flags, String)] = [
      (.optional, "optional"),
      (.sealed, catalog.isSealed(attribute.id) ? "encrypted" : "asks for encryption: not encrypted"),
      (.external, "external storage"),
      (.fullText, "full text"), (.ephemeral, "ephemeral"), (.preserved, "preserved on deletion"),
    ]
    parts += flags.filter { attribute.flags.contains($0.0) }.map(\.1)
    if !attribute.originalName.isEmpty { parts.append("once \(attribute.originalName)") }
    if !attribute.hashModifier.isEmpty { parts.append("hash modifier \(attribute.hashModifier)") }
    if !attribute.defaultValue.isNull {
      var json = JSONBytes()
      json.append(attribute.defaultValue)
      parts.append("default " + String(decoding: json.bytes, as: UTF8.self))
    }
    return parts.joined(separator: ", ") + " (number \(attribute.id.rawValue))"
  }

  private func describe(_ relationship: RelationshipDefinition, _ catalog: Catalog) -> String {
    let shape = relationship.isToMany ? "to many" : "to one"
    var parts = ["\(relationship.name): \(shape) \(catalog.name(of: relationship.destination))"]
    if relationship.isOptional { parts.append("optional") }
    parts.append(relationship.inverse.map { "inverse \(catalog.name(of: $0))" } ?? "one-way")
    parts.append("delete rule \(relationship.deleteRule)")
    if relationship.minimumCount > 0 { parts.append("at least \(relationship.minimumCount)") }
    if relationship.maximumCount > 0 { parts.append("at most \(relationship.maximumCount)") }
    if !relationship.originalName.isEmpty { parts.append("once \(relationship.originalName)") }
    if !relationship.hashModifier.isEmpty { parts.append("hash modifier \(relationship.hashModifier)") }
    return parts.joined(separator: ", ") + " (number \(relationship.id.rawValue))"
  }

  private func names(_ set: [PropertyID], _ catalog: Catalog) -> String {
    set.map { catalog.name(of: $0) }.joined(separator: ", ")
  }
}

extension Command {
  static let schema = Command(
    name: "schema",
    operands: ["STORE"],
    summary: "entities, attributes and relationships",
    answer: .document(
      """
      {"entities": [{"name", "number", "parent", "isAbstract", "originalName",
         "attributes": [{"name", "number", "kind", "type", "isOptional", "isSealed",
           "isEncrypted", "isExternal", "isFullText", "isEphemeral", "isPreserved",
           "originalName", "hashModifier", "default"}],
         "relationships": [{"name", "number", "destination", "isToMany", "isOrdered",
           "isOptional", "inverse", "deleteRule", "minimumCount", "maximumCount",
           "originalName", "hashModifier"}],
         "unique": [[names]], "indexes": [[names]]}],
       "encrypted": [names], "notEncrypted": [names of attributes that ask for it]}
      """
    ),
    details: """
      Prints each entity with its parent, its attributes (kind, type, flags), its
      relationships (destination, inverse, delete rule, counts) and what is unique, and
      whether attributes that ask for encryption are encrypted.
      """,
    run: {
      try SchemaCommand(context: $0).run()
      return .success
    }
  )
}
