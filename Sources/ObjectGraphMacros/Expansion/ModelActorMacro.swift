/// `@ModelActor`: gives an actor a context of its own.
struct ModelActorMacro {
  private let type: TypeDeclaration
  private let access: String

  init(_ request: ExpansionRequest) throws(PluginFailure) {
    var splitter = MemberSplitter(request.declaration)
    guard let type = splitter.parseType() else {
      throw PluginFailure("'@ModelActor' stands before something that is no type declaration")
    }
    self.type = type
    self.access = type.access(in: request.lexicalContext.first)
  }

  private var isActor: Bool { type.keywordText == "actor" }

  func expandMembers() -> Expansion {
    guard isActor else {
      let message =
        "'@ModelActor' needs an actor, and '\(type.name)' is declared with '\(type.keywordText)'"
      let diagnostic = MacroDiagnostic(message: message, position: type.keyword.lowerBound)
      return Expansion(source: "", diagnostics: [diagnostic])
    }
    var members = [
      "nonisolated \(access)let modelExecutor: any ObjectGraph.ModelExecutor",
      "nonisolated \(access)let modelContainer: ObjectGraph.ModelContainer",
    ]
    if !hasInitializer {
      members.append(
        """
        \(access)init(modelContainer: ObjectGraph.ModelContainer) {
          let modelContext = ObjectGraph.ModelContext(modelContainer)
          self.modelExecutor = ObjectGraph.DefaultSerialModelExecutor(modelContext: modelContext)
          self.modelContainer = modelContainer
        }
        """
      )
    }
    return Expansion(source: members.joined(separator: "\n"))
  }

  func expandExtension(_ request: ExpansionRequest) -> Expansion {
    guard isActor else { return .nothing }
    return Expansion(source: "extension \(request.extendedType ?? type.name): ObjectGraph.ModelActor {}")
  }

  /// Whether the actor has the initializer already.
  private var hasInitializer: Bool {
    type.members.contains { member in
      if case .initializer = member { return true }
      return false
    }
  }
}
