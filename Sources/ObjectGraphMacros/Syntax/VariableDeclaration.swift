/// A `var` or `let` among the members of a type.
struct VariableDeclaration: Equatable {
  var attributes: AttributeList
  var modifiers: [Modifier]
  var isLet: Bool
  /// The word `var` or `let`.
  var keyword: Range<Int>
  var bindings: [Binding]
  /// From the first attribute or modifier to the last character.
  var range: Range<Int>

  func hasModifier(_ name: String) -> Bool {
    modifiers.contains { $0.name == name && $0.detail != "set" }
  }

  /// The attribute of this simple name, if there is one, be it under a condition.
  func attribute(_ name: String) -> Attribute? { attributes.all.first { $0.simpleName == name } }

  /// Where the declaration begins once its attributes are left out.
  var startOfModifiers: Int { modifiers.first?.range.lowerBound ?? keyword.lowerBound }
}
