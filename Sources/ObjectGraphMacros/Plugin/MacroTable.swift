/// Finds the code that expands a macro.
enum MacroTable {
  static func expand(
    _ request: ExpansionRequest,
    _ classes: inout ClassCache
  ) throws(PluginFailure) -> Expansion {
    switch (request.typeName, request.role) {
    case ("ModelMacro", "member"):
      return try ModelMacro(request).expandMembers()
    case ("ModelMacro", "memberAttribute"):
      return try ModelMacro.expandMemberAttribute(request, &classes)
    case ("ModelMacro", "extension"):
      return try ModelMacro(request).expandExtension(request)
    case ("ModelActorMacro", "member"):
      return try ModelActorMacro(request).expandMembers()
    case ("ModelActorMacro", "extension"):
      return try ModelActorMacro(request).expandExtension(request)
    case ("PersistedPropertyMacro", "accessor"):
      return try PersistedPropertyMacro(request).expandAccessors()
    case ("PersistedPropertyMacro", "peer"):
      return try PersistedPropertyMacro(request).expandPeers()
    case ("AttributeMacro", "peer"), ("RelationshipMacro", "peer"), ("TransientMacro", "peer"),
      ("UniqueMacro", "declaration"), ("IndexMacro", "declaration"):
      return .nothing
    default:
      throw PluginFailure(
        "there is no macro '\(request.typeName)' with the role '\(request.role)' in this plugin; "
          + "the library and its plugin must be of the same version"
      )
    }
  }
}
