/// A member of a type, split just far enough to know what is stored.
enum Member: Equatable {
  case variable(VariableDeclaration)
  case macro(MacroExpansionMember)
  case conditional(ConditionalMembers)
  case initializer(Range<Int>, isConvenience: Bool)
  /// A function that implements an operator.
  case operatorFunction(name: String, Range<Int>)
  /// Methods, nested types and all the rest: nothing in them is a property of the type.
  case other(Range<Int>)
}
