/// What becomes of a variable of a model class.
enum Storage: Equatable {
  case persisted
  /// Stored in the object only, at the user's request.
  case transient
  /// Computed, static, or an override: nothing is stored.
  case notStored
  /// Stored, but in a form that cannot be persisted; the validation says why.
  case rejected

  init(_ variable: VariableDeclaration) {
    if variable.hasModifier("static") || variable.hasModifier("class") || variable.hasModifier("override") {
      self = .notStored
    } else if variable.bindings.contains(where: { $0.accessors?.kind == .computed }) {
      self = .notStored
    } else if variable.attribute("Transient") != nil {
      self = .transient
    } else if variable.isLet || variable.hasModifier("lazy") || variable.hasModifier("weak")
      || variable.hasModifier("unowned") || variable.bindings.count != 1 || variable.bindings[0].name == nil
    {
      self = .rejected
    } else {
      self = .persisted
    }
  }
}
