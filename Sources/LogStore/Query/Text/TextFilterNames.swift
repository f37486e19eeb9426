/// Finds what the names in a filter mean.
struct TextFilterNames {
  /// Where a path begins.
  struct Scope {
    /// Objects of this entity are tested.
    var entity: EntityID
    /// Number of the variable that stands for them.
    var variable: Int
  }

  /// A name of a path, and where it stands.
  struct Name {
    var text: String
    var column: Int
  }

  /// What constants a value can be compared with.
  enum Kind: Equatable {
    /// Those of an attribute.
    case stored(ValueKind)
    /// Those that look like them: fields of structured values have no kind that is known.
    case field
    /// Whole numbers.
    case number
    /// Ids of objects.
    case object
  }

  /// What a path leads to.
  enum Target {
    case value(FilterExpression, Kind, name: String)
    /// A to-many relationship, and the names behind it.
    case members(FilterPath, RelationshipDefinition, rest: [Name])
  }

  let catalog: Catalog

  /// The names of a path.
  static func split(_ path: String, column: Int) -> [Name] {
    var column = column
    return path.split(separator: ".", omittingEmptySubsequences: false).map { part in
      defer { column += part.count + 1 }
      return Name(text: String(part), column: column)
    }
  }

  /// Follows a path.
  func resolve(_ names: [Name], in scope: Scope) throws(TextFilterError) -> Target {
    var path = FilterPath(variable: scope.variable)
    var entity = scope.entity
    guard let last = names.indices.last else {
      return .value(.identity(path), .object, name: "the object")
    }
    for (index, name) in names.enumerated() {
      let rest = Array(names[(index + 1)...])
      if name.text.uppercased() == "SELF", catalog.attribute(named: name.text, of: entity) == nil {
        guard index == last else { continue }
        return .value(.identity(path), .object, name: "SELF")
      }
      if let attribute = catalog.attribute(named: name.text, of: entity) {
        return try resolve(attribute, at: path, name, rest)
      }
      guard let relationship = catalog.relationship(named: name.text, of: entity) else {
        throw unknown(name, entity)
      }
      if relationship.isToMany {
        if let next = rest.first, next.text.lowercased() == "@count", rest.count == 1 {
          return .value(.memberCount(path, relationship.id, nil), .number, name: "\(name.text).@count")
        }
        return .members(path, relationship, rest: rest)
      }
      path.hops.append(relationship.id)
      entity = relationship.destination
      if index == last { return .value(.identity(path), .object, name: name.text) }
    }
    return .value(.identity(path), .object, name: names[last].text)
  }

  private func resolve(
    _ attribute: AttributeDefinition,
    at path: FilterPath,
    _ name: Name,
    _ rest: [Name]
  ) throws(TextFilterError) -> Target {
    if attribute.flags.contains(.ephemeral) {
      throw TextFilterError(
        column: name.column,
        found: "'\(name.text)', which is not stored",
        expected: "a stored property"
      )
    }
    guard let next = rest.first else {
      return .value(.attribute(path, attribute.id), .stored(attribute.kind), name: name.text)
    }
    guard attribute.kind == .structured else {
      throw TextFilterError(
        column: next.column,
        found: "'\(next.text)' behind the \(attribute.kind) '\(name.text)'",
        expected: "the end of the path, as only relationships and structured values lead on"
      )
    }
    let field = FilterExpression.structuredField(path, attribute.id, rest.map(\.text))
    return .value(field, .field, name: ([name] + rest).map(\.text).joined(separator: "."))
  }

  private func unknown(_ name: Name, _ entity: EntityID) -> TextFilterError {
    let names =
      catalog.attributes(of: entity).map(\.name) + catalog.relationships(of: entity).map(\.name)
    let below = catalog.family(of: entity).first { id in
      catalog.attribute(named: name.text, of: id) != nil
        || catalog.relationship(named: name.text, of: id) != nil
    }
    let hint = below.map { ", and '\(name.text)' is one of its subentity \(catalog.name(of: $0))" } ?? ""
    return TextFilterError(
      column: name.column,
      found: "'\(name.text)'",
      expected: "a property of \(catalog.name(of: entity))\(hint)",
      near: NearbyNames.of(name.text, among: names)
    )
  }
}
