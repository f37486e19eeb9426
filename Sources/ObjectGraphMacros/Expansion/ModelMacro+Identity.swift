extension ModelMacro {
  /// Whether the class has an `id` that `Identifiable` cannot use: it is less visible than the class, or it
  /// belongs to an actor. The persistent identity takes its place, which has to be said: left to itself the
  /// compiler chooses the `id` and then refuses it.
  var hidesOwnIdentity: Bool {
    guard isRoot, !declaresIdentityType else { return false }
    return Self.variables(type.members).contains { variable in
      variable.bindings.contains { $0.name == "id" } && !variable.hasModifier("static")
        && !variable.hasModifier("class") && (!isVisible(variable) || isIsolated(variable))
    }
  }

  /// Whether the class says itself what `ID` is.
  private var declaresIdentityType: Bool {
    type.members.contains { member in
      guard case .other(let range) = member else { return false }
      var cursor = Cursor(source, at: range.lowerBound)
      while cursor.token.range.lowerBound < range.upperBound, !cursor.isAtEnd, !cursor.isAt("{") {
        let isKeyword = ["typealias", "struct", "enum", "class", "actor"].contains(cursor.text)
        cursor.advance()
        if isKeyword, cursor.text == "ID" { return true }
      }
      return false
    }
  }

  private static func variables(_ members: [Member]) -> [VariableDeclaration] {
    members.flatMap { member -> [VariableDeclaration] in
      switch member {
      case .variable(let variable): return [variable]
      case .conditional(let conditional): return conditional.clauses.flatMap { variables($0.members) }
      case .macro, .initializer, .operatorFunction, .other: return []
      }
    }
  }

  private func isVisible(_ variable: VariableDeclaration) -> Bool {
    let names = variable.modifiers.filter { $0.detail == nil }.map(\.name)
    if names.contains("public") || names.contains("open") { return true }
    if names.contains("package") { return access != "public " }
    if names.contains("private") { return false }
    if names.contains("fileprivate") { return type.hasModifier("private") || type.hasModifier("fileprivate") }
    return access.isEmpty
  }

  /// Whether some property can be named on the main actor only.
  var isIsolatedToMainActor: Bool { layout.properties.contains { isIsolated($0.property.variable) } }

  /// Whether generated code can name a property without a warning or an error: not if it belongs to an actor
  /// other than the main one, nor if it is deprecated or not available everywhere.
  func hasKeyPath(_ property: PersistedProperty) -> Bool {
    let attributes = property.variable.attributes.all
    guard !attributes.contains(where: { $0.simpleName == "available" }) else { return false }
    return !(attributes + type.attributes.all).contains { attribute in
      attribute.simpleName != "MainActor" && attribute.simpleName.hasSuffix("Actor")
    }
  }

  private func isIsolated(_ variable: VariableDeclaration) -> Bool {
    if variable.hasModifier("nonisolated") { return false }
    if variable.attribute("MainActor") != nil { return true }
    if type.hasModifier("nonisolated") { return false }
    return infersIsolation || type.attributes.all.contains { $0.simpleName == "MainActor" }
  }
}
