/// An attribute in front of a declaration, such as `@Relationship(deleteRule: .cascade)`.
struct Attribute: Equatable {
  /// The name as written, with its module if there is one.
  var name: String
  var arguments: [Argument]
  var hasParentheses: Bool
  /// From the at sign to the last character.
  var range: Range<Int>

  /// The last component of the name, without generic arguments.
  var simpleName: String {
    let head = name.split(separator: "<", maxSplits: 1).first ?? ""
    return String(head.split(separator: ".").last ?? "")
  }
}
