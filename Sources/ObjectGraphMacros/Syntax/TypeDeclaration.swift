/// A type declaration with its members.
struct TypeDeclaration {
  var attributes: AttributeList
  var modifiers: [Modifier]
  /// `class`, `struct`, `enum`, `actor`, `protocol` or `extension`.
  var keyword: Range<Int>
  var keywordText: String
  /// The name as written; for an extension the extended type.
  var name: String
  var nameRange: Range<Int>
  var genericParameters: Range<Int>?
  /// The types behind the colon, in order.
  var inheritance: [Range<Int>]
  var members: [Member]
  /// Position of the closing brace.
  var end: Int
}
