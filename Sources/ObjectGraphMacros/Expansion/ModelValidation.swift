/// Finds what a model class declares that cannot be persisted, and says what to write instead.
struct ModelValidation {
  private let source: SourceText
  private let type: TypeDeclaration
  private let isRoot: Bool
  private(set) var diagnostics: [MacroDiagnostic] = []

  init(_ model: ModelMacro) {
    self.source = model.source
    self.type = model.type
    self.isRoot = model.isRoot
    guard model.isClass else {
      reportKind()
      return
    }
    if let generics = type.genericParameters {
      report(
        "a model class cannot be generic, as one class is one table: "
          + "store the variants in a Codable type or make a class for each",
        at: generics.lowerBound
      )
    }
    check(type.members)
    reportMissingInitializer(model)
  }

  private mutating func report(
    _ message: String,
    at position: Int,
    fixIts: [MacroDiagnostic.FixIt] = []
  ) {
    diagnostics.append(MacroDiagnostic(message: message, position: position, fixIts: fixIts))
  }

  // MARK: The class

  private mutating func reportKind() {
    var fixIts: [MacroDiagnostic.FixIt] = []
    if type.keywordText == "struct" || type.keywordText == "actor" {
      fixIts.append(.replace(type.keyword, by: "final class", "make '\(type.name)' a final class"))
    }
    report(
      "'@Model' needs a class, and '\(type.name)' is declared with '\(type.keywordText)': "
        + "a model is an object with an identity that several places share",
      at: type.keyword.lowerBound,
      fixIts: fixIts
    )
  }

  private mutating func reportMissingInitializer(_ model: ModelMacro) {
    guard !model.hasDesignatedInitializer, !model.propertiesWithoutValue.isEmpty else { return }
    let names = model.propertiesWithoutValue.map { "'\(Names.bare($0.name))'" }.joined(separator: ", ")
    report(
      "'\(type.name)' needs an initializer that gives a value to \(names)",
      at: type.nameRange.lowerBound
    )
  }

  // MARK: Members

  private mutating func check(_ members: [Member]) {
    for member in members {
      switch member {
      case .variable(let variable): check(variable)
      case .macro(let macro): check(macro)
      case .conditional(let conditional): for clause in conditional.clauses { check(clause.members) }
      case .operatorFunction("==", _): checkEquality()
      case .initializer, .operatorFunction, .other: break
      }
    }
  }

  private mutating func check(_ macro: MacroExpansionMember) {
    guard macro.name == "Unique" || macro.name == "Index" else { return }
    if macro.arguments.isEmpty {
      report("'#\(macro.name)' needs at least one array of key paths", at: macro.range.lowerBound)
    }
    for argument in macro.arguments {
      guard let list = KeyPathList(argument.value, in: source) else {
        report(
          "'#\(macro.name)' reads its key paths from the source: write each group as an array of "
            + "key path literals, such as '[\\.name, \\.date]'",
          at: argument.value.lowerBound
        )
        continue
      }
      if list.paths.isEmpty {
        report(
          "a group of '#\(macro.name)' needs at least one key path",
          at: argument.value.lowerBound
        )
      }
    }
  }

  private mutating func check(_ variable: VariableDeclaration) {
    checkAttributes(variable)
    switch Storage(variable) {
    case .persisted, .notStored: break
    case .transient: checkTransient(variable)
    case .rejected: reportRejected(variable)
    }
  }

  /// The compiler finds a class's own `==` twice, and calls it ambiguous, when `Equatable` comes from
  /// a macro alone; with the conformance on the class all is well.
  private mutating func checkEquality() {
    let inherited = type.inheritance.map { String(source[$0].split(separator: " ").last ?? "") }
    guard isRoot, inherited.allSatisfy(Self.protocolsWithoutEquality.contains) else { return }
    let fixIt: MacroDiagnostic.FixIt =
      if let last = type.inheritance.last {
        .insert(", Equatable", at: last.upperBound, "add the conformance")
      } else {
        .insert(": Equatable", at: type.nameRange.upperBound, "add the conformance")
      }
    report(
      "'\(type.name)' has an '==' of its own, so it has to declare its conformance to 'Equatable' or "
        + "'Hashable'",
      at: type.nameRange.lowerBound,
      fixIts: [fixIt]
    )
  }

  private static let protocolsWithoutEquality: Set<String> = [
    "Identifiable", "Codable", "Decodable", "Encodable", "Sendable", "ObservableObject",
    "CustomStringConvertible", "CustomDebugStringConvertible",
  ]

  // MARK: Attributes

  private mutating func checkAttributes(_ variable: VariableDeclaration) {
    let conditional = variable.attributes.regions.flatMap { $0.clauses.flatMap(\.attributes) }
    if let transient = conditional.first(where: { $0.simpleName == "Transient" }) {
      report(
        "'@Transient' cannot depend on a condition of its own: put the whole property between "
          + "'#if' and '#endif'",
        at: transient.range.lowerBound
      )
    }
    let attribute = variable.attribute("Attribute")
    let relationship = variable.attribute("Relationship")
    guard let first = attribute ?? relationship else { return }
    if Storage(variable) == .notStored {
      report(
        "'@\(first.simpleName)' describes stored properties, and "
          + "'\(name(of: variable))' stores nothing in the object",
        at: first.range.lowerBound,
        fixIts: [remove(first)]
      )
    } else if let transient = variable.attribute("Transient") {
      report(
        "'\(name(of: variable))' is '@Transient', so it is not stored and '@\(first.simpleName)' "
          + "means nothing",
        at: first.range.lowerBound,
        fixIts: [remove(first), remove(transient)]
      )
    }
    if let attribute, let relationship, !areAlternatives(variable) {
      report(
        "'\(name(of: variable))' is either a value ('@Attribute') or a link to other models "
          + "('@Relationship')",
        at: relationship.range.lowerBound,
        fixIts: [remove(attribute), remove(relationship)]
      )
    }
    for attribute in variable.attributes.all where attribute.simpleName == "Relationship" {
      checkInverse(attribute)
    }
  }

  /// Whether the attributes stand in different clauses of a condition.
  private func areAlternatives(_ variable: VariableDeclaration) -> Bool {
    let lists =
      [variable.attributes.unconditional]
      + variable.attributes.regions.flatMap { $0.clauses.map { $0.attributes } }
    return !lists.contains { list in
      list.contains { $0.simpleName == "Attribute" } && list.contains { $0.simpleName == "Relationship" }
    }
  }

  private mutating func checkInverse(_ relationship: Attribute) {
    guard let inverse = relationship.arguments.first(where: { $0.label == "inverse" }),
      source[inverse.value] != "nil", KeyPathLiteral(inverse.value, in: source) == nil
    else { return }
    report(
      "'inverse' is read from the source: write a key path literal such as '\\Owner.items'",
      at: inverse.value.lowerBound
    )
  }

  // MARK: Storage

  private mutating func checkTransient(_ variable: VariableDeclaration) {
    guard !variable.hasModifier("lazy"), !variable.hasModifier("weak") else { return }
    for binding in variable.bindings where binding.initializer == nil {
      let type = binding.type.map { source[$0] } ?? ""
      let isOptional = type.hasSuffix("?") || type.hasSuffix("!")
      if isOptional && !variable.isLet { continue }
      if type.isEmpty && binding != variable.bindings.last { continue }
      let end = (binding.type ?? binding.pattern).upperBound
      report(
        "'@Transient' property '\(source[binding.pattern])' needs a default value: "
          + "a fetched object is made without your initializers",
        at: binding.pattern.lowerBound,
        fixIts: [.insert(" = <#default#>", at: end, "add a default value")]
      )
    }
  }

  private mutating func reportRejected(_ variable: VariableDeclaration) {
    let shown = name(of: variable)
    let makeTransient = MacroDiagnostic.FixIt.insert(
      "@Transient ",
      at: variable.startOfModifiers,
      "mark '\(shown)' as not stored"
    )
    if variable.isLet {
      let isPrivate = variable.modifiers.contains {
        ($0.name == "private" || $0.name == "fileprivate") && $0.detail == nil
      }
      let replacement = isPrivate ? "var" : "private(set) var"
      report(
        "'\(shown)' is a 'let', which cannot be given its stored value when the object is fetched",
        at: variable.keyword.lowerBound,
        fixIts: [
          .replace(variable.keyword, by: replacement, "replace 'let' by '\(replacement)'"), makeTransient,
        ]
      )
    } else if variable.hasModifier("lazy") {
      report(
        "'\(shown)' is lazy, so it may have no value when the object is saved: mark it '@Transient'",
        at: variable.startOfModifiers,
        fixIts: [makeTransient]
      )
    } else if variable.hasModifier("weak") || variable.hasModifier("unowned") {
      report(
        "'\(shown)' cannot be stored as a weak reference: mark it '@Transient', or make it a plain "
          + "relationship, which keeps nobody alive",
        at: variable.startOfModifiers,
        fixIts: [makeTransient]
      )
    } else {
      report(
        "a stored property of a model needs a declaration of its own",
        at: variable.keyword.lowerBound,
        fixIts: split(variable).map { [$0] } ?? []
      )
    }
  }

  /// One declaration a line; nil where a tuple pattern stands in the way.
  private func split(_ variable: VariableDeclaration) -> MacroDiagnostic.FixIt? {
    guard variable.bindings.count > 1, variable.bindings.allSatisfy({ $0.name != nil }) else { return nil }
    let head = source[variable.range.lowerBound..<variable.keyword.upperBound]
    let indent = source.indentation(at: variable.range.lowerBound)
    var lines: [String] = []
    for (position, binding) in variable.bindings.enumerated() {
      var text = source[binding.range]
      if binding.type == nil, binding.initializer == nil,
        let type = variable.bindings[position...].compactMap({ $0.type }).first
      {
        text += ": " + source[type]
      }
      lines.append("\(head) \(text)")
    }
    let end = variable.bindings.last?.range.upperBound ?? variable.range.upperBound
    return .replace(
      variable.range.lowerBound..<end,
      by: lines.joined(separator: "\n" + indent),
      "declare each property on its own"
    )
  }

  // MARK: Texts

  private func name(of variable: VariableDeclaration) -> String {
    variable.bindings.map { Names.bare(source[$0.pattern]) }.joined(separator: ", ")
  }

  private func remove(_ attribute: Attribute) -> MacroDiagnostic.FixIt {
    let end = source.endOfSpace(after: attribute.range.upperBound)
    return .replace(attribute.range.lowerBound..<end, by: "", "remove '@\(attribute.name)'")
  }
}
