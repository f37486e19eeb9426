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

  func hasModifier(_ name: String) -> Bool { modifiers.contains { $0.name == name } }

  /// The access of generated members, with a space behind it; empty for internal and below.
  ///
  /// - Parameter context: The declaration around: a type in a `public extension` is public without saying so.
  func access(in context: SourceText?) -> String {
    if hasModifier("public") || hasModifier("open") { return "public " }
    if hasModifier("package") { return "package " }
    if hasModifier("internal") || hasModifier("private") || hasModifier("fileprivate") { return "" }
    return Self.accessOfExtension(context)
  }

  private static func accessOfExtension(_ context: SourceText?) -> String {
    guard let context else { return "" }
    var splitter = MemberSplitter(context)
    guard let type = splitter.parseType(), type.keywordText == "extension" else { return "" }
    for modifier in type.modifiers where modifier.name == "public" || modifier.name == "package" {
      return modifier.name + " "
    }
    return ""
  }
}
