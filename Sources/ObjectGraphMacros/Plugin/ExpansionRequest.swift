/// A request of the compiler to expand one macro in one role.
struct ExpansionRequest {
  /// `ModelMacro`, `PersistedPropertyMacro` …
  var typeName: String
  /// `member`, `memberAttribute`, `accessor`, `peer`, `extension`, `declaration` …
  var role: String
  var attribute: SourceText?
  /// The declaration to which the macro is attached, or the freestanding macro itself.
  var declaration: SourceText
  var parent: SourceText?
  /// The qualified name of the type, for the extension role.
  var extendedType: String?
  /// Whether a conformance is left to add; it is not if a superclass has it.
  var needsConformance: Bool
  /// The declarations around, innermost first, with empty bodies.
  var lexicalContext: [SourceText]
  /// Whether the module infers that conformances belong to an actor, as one does whose declarations belong
  /// to the main actor unless they say otherwise.
  var infersIsolation: Bool

  /// Reads the body of `expandAttachedMacro` or `expandFreestandingMacro`.
  init(_ body: JSONValue) throws(PluginFailure) {
    guard let typeName = body["macro"]?["typeName"]?.stringValue else {
      throw PluginFailure("the request names no macro type")
    }
    guard let declaration = Self.source(body["declSyntax"] ?? body["syntax"]) else {
      throw PluginFailure("the request for \(typeName) brings no declaration")
    }
    self.typeName = typeName
    self.role = body["macroRole"]?.stringValue ?? "declaration"
    self.attribute = Self.source(body["attributeSyntax"])
    self.declaration = declaration
    self.parent = Self.source(body["parentDeclSyntax"])
    self.extendedType = body["extendedTypeSyntax"]?["source"]?.stringValue
    self.needsConformance = Self.source(body["conformanceListSyntax"]) != nil
    self.lexicalContext = (body["lexicalContext"]?.arrayValue ?? []).compactMap { Self.source($0) }
    self.infersIsolation =
      Self.features(body["staticBuildConfiguration"]?.stringValue).contains("InferIsolatedConformances")
  }

  /// The language features that are switched on; the compiler sends a document inside of a string.
  private static func features(_ configuration: String?) -> Set<String> {
    // A document that cannot be read names no feature: the defaults of the language are assumed.
    guard let configuration, let document = try? JSONReader.read(Array(configuration.utf8)) else { return [] }
    return Set((document["features"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  /// A request made by hand, for tests.
  init(
    typeName: String,
    role: String,
    attribute: SourceText? = nil,
    declaration: SourceText,
    parent: SourceText? = nil,
    extendedType: String? = nil,
    needsConformance: Bool = false,
    lexicalContext: [SourceText] = [],
    infersIsolation: Bool = false
  ) {
    self.typeName = typeName
    self.role = role
    self.attribute = attribute
    self.declaration = declaration
    self.parent = parent
    self.extendedType = extendedType
    self.needsConformance = needsConformance
    self.lexicalContext = lexicalContext
    self.infersIsolation = infersIsolation
  }

  private static func source(_ value: JSONValue?) -> SourceText? {
    guard let text = value?["source"]?.stringValue else { return nil }
    let location = value?["location"]
    return SourceText(
      text,
      fileName: location?["fileName"]?.stringValue ?? "",
      fileOffset: location?["offset"]?.intValue ?? 0
    )
  }
}
