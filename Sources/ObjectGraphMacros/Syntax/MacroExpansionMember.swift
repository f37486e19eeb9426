/// A freestanding macro among the members, such as `#Unique<Trip>([\.name])`.
struct MacroExpansionMember: Equatable {
  /// The name without the number sign and without a module.
  var name: String
  /// The text between the angle brackets.
  var genericArguments: Range<Int>?
  var arguments: [Argument]
  var range: Range<Int>
}
