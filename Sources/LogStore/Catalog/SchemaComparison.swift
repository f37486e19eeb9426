/// Finds what differs between a stored catalog and a declared schema, property by property.
struct SchemaComparison {
  private let catalog: Catalog
  private(set) var differences: [String] = []

  /// Compares the entities that both know.
  init(_ catalog: Catalog, _ schema: SchemaDescription) {
    self.catalog = catalog
    for declared in schema.entities {
      guard let stored = catalog.entity(named: declared.name).map({ declaration(of: $0, like: declared) })
      else { continue }
      // Words only for what differs: putting them together took a third of an opening.
      if stored != declared { compare(stored, declared) }
    }
  }

  private mutating func note(_ entity: String, _ property: String?, _ stored: String, _ declared: String) {
    let name = property.map { "\(entity).\($0)" } ?? entity
    differences.append("\(name): stored \(stored), declared \(declared)")
  }

  /// A stored entity as a program would declare it, with what is not compared as another one has it.
  private func declaration(
    of stored: EntityDefinition,
    like other: SchemaDescription.Entity
  ) -> SchemaDescription.Entity {
    var declaration = SchemaDescription.Entity(stored, catalog)
    declaration.order = other.order
    declaration.indexes = other.indexes
    return declaration
  }

  private mutating func compare(
    _ stored: SchemaDescription.Entity,
    _ declared: SchemaDescription.Entity
  ) {
    if stored.parent != declared.parent {
      note(
        declared.name,
        nil,
        stored.parent.map { "below \($0)" } ?? "as a root",
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
    if stored.originalName != declared.originalName {
      note(
        declared.name,
        nil,
        Self.describe(original: stored.originalName),
        Self.describe(original: declared.originalName)
      )
    }
    let attributes = Dictionary(stored.attributes.map { ($0.name, $0) }) { $1 }
    let relationships = Dictionary(stored.relationships.map { ($0.name, $0) }) { $1 }
    for attribute in declared.attributes {
      if let match = attributes[attribute.name] {
        let before = Self.describe(match)
        let now = Self.describe(attribute)
        if before != now { note(declared.name, attribute.name, before, now) }
      } else {
        let before = relationships[attribute.name] == nil ? "not at all" : "as a relationship"
        note(declared.name, attribute.name, before, Self.describe(attribute))
      }
    }
    for relationship in declared.relationships {
      let now = Self.describe(relationship)
      if let match = relationships[relationship.name] {
        let before = Self.describe(match)
        if before != now { note(declared.name, relationship.name, before, now) }
      } else if attributes[relationship.name] == nil {
        note(declared.name, relationship.name, "not at all", now)
      } else {
        note(declared.name, relationship.name, "as an attribute", now)
      }
    }
    let names = Set(declared.attributes.map(\.name) + declared.relationships.map(\.name))
    for attribute in stored.attributes where !names.contains(attribute.name) {
      note(declared.name, attribute.name, Self.describe(attribute), "not at all")
    }
    for relationship in stored.relationships where !names.contains(relationship.name) {
      note(declared.name, relationship.name, Self.describe(relationship), "not at all")
    }
    let before = Self.describe(stored.uniqueness)
    let now = Self.describe(declared.uniqueness)
    if before != now { note(declared.name, nil, "unique by \(before)", "unique by \(now)") }
  }

  private static func describe(_ sets: [[String]]) -> String {
    sets.isEmpty
      ? "nothing" : sets.map { "(" + $0.joined(separator: ", ") + ")" }.sorted().joined(separator: " ")
  }

  private static func describe(original name: String) -> String {
    name.isEmpty ? "without an earlier name" : "with the earlier name \(name)"
  }

  /// All that an attribute is, in words: two that read alike are alike.
  private static func describe(_ attribute: SchemaDescription.Attribute) -> String {
    var text = "as \(attribute.kind)"
    if !attribute.typeName.isEmpty { text += " of type \(attribute.typeName)" }
    let flags: [(AttributeDefinition.Flags, String)] = [
      (.optional, "optional"), (.sealed, "sealed"), (.external, "external"),
      (.fullText, "with full-text index"),
      (.ephemeral, "ephemeral"), (.preserved, "preserved"),
    ]
    for (flag, name) in flags where attribute.flags.contains(flag) { text += ", \(name)" }
    if !attribute.defaultValue.isNull { text += ", default \(attribute.defaultValue)" }
    return text + describe(attribute.originalName, attribute.hashModifier)
  }

  private static func describe(_ originalName: String, _ hashModifier: String) -> String {
    (originalName.isEmpty ? "" : ", earlier name \(originalName)")
      + (hashModifier.isEmpty ? "" : ", hash modifier \(hashModifier)")
  }

  /// All that a relationship is, in words.
  private static func describe(_ relationship: SchemaDescription.Relationship) -> String {
    let target = relationship.destination
    var text = relationship.flags.contains(.toMany) ? "to many \(target)" : "to one \(target)"
    if relationship.flags.contains(.optional) { text += ", optional" }
    text += relationship.inverse.map { ", inverse \($0)" } ?? ", one-way"
    text += ", delete rule \(relationship.deleteRule)"
    let (minimum, maximum) = (relationship.minimumCount, relationship.maximumCount)
    if minimum > 0 || maximum > 0 {
      text += ", \(minimum) to \(maximum == 0 ? "any" : String(maximum)) objects"
    }
    return text + describe(relationship.originalName, relationship.hashModifier)
  }
}
