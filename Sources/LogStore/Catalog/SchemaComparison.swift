/// Finds what differs between a stored catalog and a declared schema, property by property.
struct SchemaComparison {
  private let catalog: Catalog
  private(set) var differences: [String] = []

  /// Compares the entities that both know.
  init(_ catalog: Catalog, _ schema: SchemaDescription) {
    self.catalog = catalog
    for declared in schema.entities {
      guard let stored = catalog.entity(named: declared.name) else { continue }
      compare(stored, declared)
    }
  }

  private mutating func note(_ entity: String, _ property: String?, _ stored: String, _ declared: String) {
    let name = property.map { "\(entity).\($0)" } ?? entity
    differences.append("\(name): stored \(stored), declared \(declared)")
  }

  private mutating func compare(_ stored: EntityDefinition, _ declared: SchemaDescription.Entity) {
    let parent = stored.parent.map { catalog.name(of: $0) }
    if parent != declared.parent {
      note(
        declared.name,
        nil,
        parent.map { "below \($0)" } ?? "as a root",
        declared.parent.map { "below \($0)" } ?? "as a root"
      )
    }
    if stored.isAbstract != declared.isAbstract {
      note(
        declared.name,
        nil,
        stored.isAbstract ? "as abstract" : "as concrete",
        declared.isAbstract ? "as abstract" : "as concrete"
      )
    }
    let attributes = Dictionary(stored.attributes.map { ($0.name, $0) }) { $1 }
    let relationships = Dictionary(stored.relationships.map { ($0.name, $0) }) { $1 }
    for attribute in declared.attributes {
      if let match = attributes[attribute.name] {
        let before = Self.describe(match.kind, match.flags)
        let now = Self.describe(attribute.kind, attribute.flags)
        if before != now { note(declared.name, attribute.name, before, now) }
      } else {
        let before = relationships[attribute.name] == nil ? "not at all" : "as a relationship"
        note(declared.name, attribute.name, before, Self.describe(attribute.kind, attribute.flags))
      }
    }
    for relationship in declared.relationships {
      let now = Self.describe(
        relationship.flags,
        relationship.destination,
        relationship.inverse,
        relationship.deleteRule,
        relationship.minimumCount,
        relationship.maximumCount
      )
      if let match = relationships[relationship.name] {
        let before = describe(match)
        if before != now { note(declared.name, relationship.name, before, now) }
      } else if attributes[relationship.name] == nil {
        note(declared.name, relationship.name, "not at all", now)
      } else {
        note(declared.name, relationship.name, "as an attribute", now)
      }
    }
    let names = Set(declared.attributes.map(\.name) + declared.relationships.map(\.name))
    for attribute in stored.attributes where !names.contains(attribute.name) {
      note(declared.name, attribute.name, Self.describe(attribute.kind, attribute.flags), "not at all")
    }
    for relationship in stored.relationships where !names.contains(relationship.name) {
      note(declared.name, relationship.name, describe(relationship), "not at all")
    }
    let before = Self.describe(stored.uniqueness.map { $0.map { catalog.name(of: $0) } })
    let now = Self.describe(declared.uniqueness)
    if before != now { note(declared.name, nil, "unique by \(before)", "unique by \(now)") }
  }

  private static func describe(_ sets: [[String]]) -> String {
    sets.isEmpty
      ? "nothing" : sets.map { "(" + $0.joined(separator: ", ") + ")" }.sorted().joined(separator: " ")
  }

  private static func describe(_ kind: ValueKind, _ flags: AttributeDefinition.Flags) -> String {
    var text = "as \(kind)"
    if flags.contains(.optional) { text += ", optional" }
    if flags.contains(.sealed) { text += ", sealed" }
    if flags.contains(.external) { text += ", external" }
    if flags.contains(.ephemeral) { text += ", ephemeral" }
    return text
  }

  private func describe(_ relationship: RelationshipDefinition) -> String {
    Self.describe(
      relationship.flags,
      catalog.name(of: relationship.destination),
      relationship.inverse.map { catalog.name(of: $0) },
      relationship.deleteRule,
      relationship.minimumCount,
      relationship.maximumCount
    )
  }

  private static func describe(
    _ flags: RelationshipDefinition.Flags,
    _ destination: String,
    _ inverse: String?,
    _ rule: DeleteRule,
    _ minimum: UInt32,
    _ maximum: UInt32
  ) -> String {
    var text = flags.contains(.toMany) ? "to many \(destination)" : "to one \(destination)"
    if flags.contains(.optional) { text += ", optional" }
    text += inverse.map { ", inverse \($0)" } ?? ", one-way"
    text += ", delete rule \(rule)"
    if minimum > 0 || maximum > 0 {
      text += ", \(minimum) to \(maximum == 0 ? "any" : String(maximum)) objects"
    }
    return text
  }
}
