/// The function that describes a model class to the schema.
struct SchemaText {
  private let model: ModelMacro
  private let source: SourceText

  init(_ model: ModelMacro) {
    self.model = model
    self.source = model.source
  }

  var function: String {
    let keyword = model.isRoot ? (model.type.hasModifier("final") ? "static" : "class") : "override class"
    var lines: [String] = []
    if !model.isRoot { lines.append("super._$describe(into: &schema)") }
    lines.append(entity)
    lines += model.layout.lines { property, _ in describe(property) }
    lines.append("schema.keyPaths(_$keyPaths(\(model.type.name).self))")
    lines += constraints(model.type.members)
    let head =
      "nonisolated \(model.overridableAccess)\(keyword) func "
      + "_$describe(into schema: inout ObjectGraph._EntityBuilder)"
    return MemberText.block(head, lines)
  }

  // MARK: The class

  private var entity: String {
    let arguments = modelArguments
    let name = model.type.name
    return "schema.entity(\(name).self, name: \(Names.literal(name)), "
      + "originalName: \(arguments["originalName"] ?? "\"\""), abstract: \(arguments["abstract"] ?? "false"))"
  }

  /// The arguments of `@Model(…)` by label.
  private var modelArguments: [String: String] {
    guard let text = model.attribute else { return [:] }
    var splitter = MemberSplitter(text)
    guard let attribute = splitter.parseAttributes().all.last else { return [:] }
    var values: [String: String] = [:]
    for argument in attribute.arguments {
      if let label = argument.label { values[label] = text[argument.value] }
    }
    return values
  }

  // MARK: Properties

  /// One statement; or several under conditions, if the attribute macros stand under conditions.
  private func describe(_ property: PersistedProperty) -> [String] {
    let attributes = property.variable.attributes
    if Self.schemaAttribute(attributes.unconditional) == nil,
      let region = attributes.regions.first(where: { region in
        region.clauses.contains { Self.schemaAttribute($0.attributes) != nil }
      })
    {
      var lines: [String] = []
      for clause in region.clauses {
        lines.append(source[clause.directive])
        lines.append(statement(property, Self.schemaAttribute(clause.attributes)))
      }
      if let last = region.clauses.last, !source.isElse(last.directive) {
        lines += ["#else", statement(property, nil)]
      }
      return lines + ["#endif"]
    }
    return [statement(property, Self.schemaAttribute(attributes.unconditional))]
  }

  private static func schemaAttribute(_ attributes: [Attribute]) -> Attribute? {
    attributes.first { $0.simpleName == "Relationship" } ?? attributes.first { $0.simpleName == "Attribute" }
  }

  private func statement(_ property: PersistedProperty, _ attribute: Attribute?) -> String {
    var arguments = [Names.literal(property.name), property.slotExpression]
    if attribute?.simpleName != "Relationship", let value = property.literalDefault {
      arguments.append("default: \(value)")
    }
    guard let attribute else { return "schema.property(\(arguments.joined(separator: ", ")))" }
    arguments += attribute.arguments.map { argument in
      if argument.label == "inverse" {
        let path = KeyPathLiteral(argument.value, in: source)
        return "inverse: " + (path?.names.last.map(Names.literal) ?? "nil")
      }
      return source[argument.range]
    }
    let method = attribute.simpleName == "Relationship" ? "relationship" : "attribute"
    return "schema.\(method)(\(arguments.joined(separator: ", ")))"
  }

  // MARK: #Unique and #Index

  private func constraints(_ members: [Member]) -> [String] {
    members.flatMap { member -> [String] in
      switch member {
      case .macro(let macro):
        guard let method = ["Unique": "unique", "Index": "index"][macro.name] else { return [] }
        let groups = macro.arguments.map { group(KeyPathList($0.value, in: source)) }
        return groups.isEmpty ? [] : ["schema.\(method)([\(groups.joined(separator: ", "))])"]
      case .conditional(let conditional):
        let clauses = conditional.clauses.map { (source[$0.directive], constraints($0.members)) }
        guard clauses.contains(where: { !$0.1.isEmpty }) else { return [] }
        return clauses.flatMap { [$0.0] + $0.1 } + ["#endif"]
      case .variable, .initializer, .operatorFunction, .other:
        return []
      }
    }
  }

  private func group(_ list: KeyPathList?) -> String {
    let className = Names.bare(model.type.name)
    let names = (list?.paths ?? []).map { Names.literal($0.path(from: className)) }
    return "[" + names.joined(separator: ", ") + "]"
  }
}
