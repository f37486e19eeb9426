/// Reads the schema of a dump: the other way round than `JSONBytes` writes it.
enum SchemaReader {
  /// The schema that a node describes.
  ///
  /// - Throws: `LoadError` with the column of what is not understood. Contradictions are left to `Store.adopt`.
  static func schema(_ node: JSONNode) throws(LoadError) -> SchemaDescription {
    let parts = try node.object("'schema'").sorted(["entities"], of: "the schema")
    var schema = SchemaDescription(entities: try list(parts["entities"], "'entities'", entity))
    schema.usesExternalForm = true
    return schema
  }

  private static func entity(_ node: JSONNode) throws(LoadError) -> SchemaDescription.Entity {
    let parts = try node.object("an entity").sorted(
      ["name", "originalName", "parent", "abstract", "attributes", "relationships", "unique", "indexes"],
      of: "an entity"
    )
    var isAbstract = false
    if let node = parts["abstract"] {
      guard case .bool(let value) = node.value else {
        throw LoadError(at: node.offset, "'abstract' has to be true or false, and \(node.summary) is there")
      }
      isAbstract = value
    }
    return SchemaDescription.Entity(
      name: try required(parts, "name", of: "an entity", node),
      originalName: try text(parts["originalName"], "'originalName'"),
      parent: try optionalText(parts["parent"], "'parent'"),
      isAbstract: isAbstract,
      attributes: try list(parts["attributes"], "'attributes'", attribute),
      relationships: try list(parts["relationships"], "'relationships'", relationship),
      uniqueness: try list(parts["unique"], "'unique'", names),
      indexes: try list(parts["indexes"], "'indexes'", names)
    )
  }

  private static func attribute(_ node: JSONNode) throws(LoadError) -> SchemaDescription.Attribute {
    let parts = try node.object("an attribute").sorted(
      ["name", "originalName", "kind", "type", "flags", "hashModifier", "default"],
      of: "an attribute"
    )
    let name = try required(parts, "name", of: "an attribute", node)
    let kindName = try required(parts, "kind", of: "an attribute", node)
    guard let kind = kinds.first(where: { "\($0)" == kindName }) else {
      let all = kinds.map { "\($0)" }.quoted
      throw LoadError(
        at: parts["kind"]?.offset ?? 0,
        "'\(kindName)' is no kind of attributes; they are \(all)"
      )
    }
    var flags: AttributeDefinition.Flags = []
    for name in try list(parts["flags"], "'flags'", flagNode) {
      flags.formUnion(try flag(name, AttributeDefinition.Flags.names))
    }
    return SchemaDescription.Attribute(
      name: name,
      originalName: try text(parts["originalName"], "'originalName'"),
      kind: kind,
      typeName: try text(parts["type"], "'type'"),
      flags: flags,
      hashModifier: try text(parts["hashModifier"], "'hashModifier'"),
      defaultValue: try defaultValue(parts["default"], kind, name)
    )
  }

  /// What attributes may be of.
  private static let kinds = ValueKind.allCases.filter {
    ![.reference, .orderKey, .sealed, .external].contains($0)
  }

  private static func defaultValue(
    _ node: JSONNode?,
    _ kind: ValueKind,
    _ name: String
  ) throws(LoadError) -> StoredValue {
    guard let node else { return .null }
    return try ValueReader.value(node, as: kind, "the default of \(name)")
  }

  private static func relationship(_ node: JSONNode) throws(LoadError) -> SchemaDescription.Relationship {
    let parts = try node.object("a relationship").sorted(
      [
        "name", "originalName", "destination", "inverse", "deleteRule", "minimum", "maximum", "flags",
        "hashModifier",
      ],
      of: "a relationship"
    )
    let ruleName = try required(parts, "deleteRule", of: "a relationship", node)
    let rules: [DeleteRule] = [.noAction, .nullify, .cascade, .deny]
    guard let rule = rules.first(where: { "\($0)" == ruleName }) else {
      let all = rules.map { "\($0)" }.quoted
      throw LoadError(
        at: parts["deleteRule"]?.offset ?? 0,
        "'\(ruleName)' is no delete rule; they are \(all)"
      )
    }
    var flags: RelationshipDefinition.Flags = []
    for name in try list(parts["flags"], "'flags'", flagNode) {
      flags.formUnion(try flag(name, RelationshipDefinition.Flags.names))
    }
    return SchemaDescription.Relationship(
      name: try required(parts, "name", of: "a relationship", node),
      originalName: try text(parts["originalName"], "'originalName'"),
      destination: try required(parts, "destination", of: "a relationship", node),
      inverse: try optionalText(parts["inverse"], "'inverse'"),
      deleteRule: rule,
      minimumCount: try number(parts["minimum"], "'minimum'"),
      maximumCount: try number(parts["maximum"], "'maximum'"),
      flags: flags,
      hashModifier: try text(parts["hashModifier"], "'hashModifier'")
    )
  }

  // MARK: Parts

  private static func list<Element>(
    _ node: JSONNode?,
    _ what: String,
    _ element: (JSONNode) throws(LoadError) -> Element
  ) throws(LoadError) -> [Element] {
    guard let node else { return [] }
    var list: [Element] = []
    for node in try node.array(what) { list.append(try element(node)) }
    return list
  }

  private static func names(_ node: JSONNode) throws(LoadError) -> [String] {
    try list(node, "a set of properties") { node throws(LoadError) in try node.string("a property") }
  }

  private static func flagNode(_ node: JSONNode) throws(LoadError) -> JSONNode { node }

  private static func flag<Flags>(
    _ node: JSONNode,
    _ known: [(flag: Flags, name: String)]
  ) throws(LoadError) -> Flags {
    let name = try node.string("a flag")
    if let match = known.first(where: { $0.name == name }) { return match.flag }
    throw LoadError(at: node.offset, "'\(name)' is no flag here; there are \(known.map(\.name).quoted)")
  }

  private static func required(
    _ parts: [String: JSONNode],
    _ name: String,
    of what: String,
    _ node: JSONNode
  ) throws(LoadError) -> String {
    guard let part = parts[name] else { throw LoadError(at: node.offset, "'\(name)' of \(what) is missing") }
    return try part.string("'\(name)'")
  }

  private static func text(_ node: JSONNode?, _ what: String) throws(LoadError) -> String {
    try optionalText(node, what) ?? ""
  }

  private static func optionalText(_ node: JSONNode?, _ what: String) throws(LoadError) -> String? {
    guard let node else { return nil }
    return try node.string(what)
  }

  private static func number(_ node: JSONNode?, _ what: String) throws(LoadError) -> UInt32 {
    guard let node else { return 0 }
    return try node.unsigned(what)
  }
}
