/// `@Model`: makes a class persistent.
struct ModelMacro {
  let source: SourceText
  let attribute: SourceText?
  let type: TypeDeclaration
  /// Whether no superclass is a model.
  let isRoot: Bool
  let layout: PropertyLayout
  /// The access of generated members, with a space behind it; empty for internal and below.
  let access: String
  /// Whether properties belong to the main actor unless they say otherwise.
  let infersIsolation: Bool

  init(_ request: ExpansionRequest) throws(PluginFailure) {
    var splitter = MemberSplitter(request.declaration)
    guard let type = splitter.parseType() else {
      throw PluginFailure("'@Model' stands before something that is no type declaration")
    }
    self.source = request.declaration
    self.attribute = request.attribute
    self.type = type
    self.isRoot = request.needsConformance
    self.layout = PropertyLayout(type.members, in: request.declaration)
    self.access = type.access(in: request.lexicalContext.first)
    self.infersIsolation = request.infersIsolation
  }

  var isClass: Bool { type.keywordText == "class" }

  /// The access of members that a model in another module has to override.
  var overridableAccess: String { type.hasModifier("open") ? "open " : access }

  // MARK: Roles

  func expandMembers() -> Expansion {
    let diagnostics = ModelValidation(self).diagnostics
    guard isClass else { return Expansion(source: "", diagnostics: diagnostics) }
    return Expansion(source: MemberText(self).text, diagnostics: diagnostics)
  }

  func expandExtension(_ request: ExpansionRequest) -> Expansion {
    guard isClass else {
      // The compiler does not ask for members of an enum, so the message has to come from here.
      guard type.keywordText == "enum" else { return .nothing }
      return Expansion(source: "", diagnostics: ModelValidation(self).diagnostics)
    }
    guard isRoot else { return .nothing }
    let available = type.attributes.unconditional.filter { $0.name == "available" }
    let prefix = available.map { source[$0.range] + "\n" }.joined()
    let name = request.extendedType ?? type.name
    return Expansion(source: prefix + "nonisolated extension \(name): ObjectGraph.PersistentModel {}")
  }

  /// Attaches the accessors to a stored property; anything else is left alone.
  static func expandMemberAttribute(
    _ request: ExpansionRequest,
    _ classes: inout ClassCache
  ) throws(PluginFailure) -> Expansion {
    var splitter = MemberSplitter(request.declaration)
    guard let member = splitter.parseSingleVariable(), Storage(member) == .persisted else { return .nothing }
    guard let parent = request.parent else {
      throw PluginFailure("the request for a member attribute brings no class")
    }
    guard let properties = classes.properties(of: parent) else { return .nothing }
    let start = request.declaration.fileOffset - parent.fileOffset + member.range.lowerBound
    let found =
      properties.first { $0.start == start } ?? properties.first { $0.name == member.bindings[0].name }
    guard let found else { throw PluginFailure("the property was not found in its class") }
    return Expansion(source: "@ObjectGraph._PersistedProperty(\(found.index.attributeArguments))")
  }
}
