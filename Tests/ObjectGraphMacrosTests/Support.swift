@testable import ObjectGraphMacros

/// The type declaration in a text.
func parse(_ text: String) -> TypeDeclaration? {
  var splitter = MemberSplitter(SourceText(text))
  return splitter.parseType()
}

/// The members of a class with this body, one line each, as `Summary` writes them.
func members(_ body: String) -> [String] {
  let source = SourceText("final class A {\n\(body)\n}")
  var splitter = MemberSplitter(source)
  guard let type = splitter.parseType() else { return ["no type"] }
  guard type.end == source.bytes.count - 1 else { return ["ended at \(type.end)"] }
  return type.members.flatMap { Summary(source).lines($0) }
}

/// Tokens of a text, separated by vertical bars.
func tokens(_ text: String) -> String {
  let source = SourceText(text)
  var lexer = Lexer(source)
  var texts: [String] = []
  while true {
    let token = lexer.next()
    if token.kind == .endOfFile { return texts.joined(separator: " | ") }
    texts.append(source.text(of: token))
  }
}

/// Expands `@Model` in the member role.
func expandMembers(
  _ declaration: String,
  root: Bool = true,
  context: [String] = [],
  offset: Int = 0
) throws -> Expansion {
  let source = SourceText(declaration, fileName: "M.swift", fileOffset: offset)
  var splitter = MemberSplitter(source)
  let attribute = splitter.parseAttributes().all.first { $0.simpleName == "Model" }
  let request = ExpansionRequest(
    typeName: "ModelMacro",
    role: "member",
    attribute: attribute.map { SourceText(source[$0.range]) },
    declaration: source,
    needsConformance: root,
    lexicalContext: context.map { SourceText($0) }
  )
  return try expand(request)
}

/// Expands `@Model` in the extension role.
func expandExtension(_ declaration: String, type: String, root: Bool = true) throws -> Expansion {
  try expand(
    ExpansionRequest(
      typeName: "ModelMacro",
      role: "extension",
      declaration: SourceText(declaration),
      extendedType: type,
      needsConformance: root
    )
  )
}

/// Expands `@Model` in the member attribute role, for the member that begins with a text.
func expandAttribute(_ declaration: String, member: String) throws -> String {
  guard let range = declaration.range(of: member) else { return "no such member" }
  let offset = declaration.utf8.distance(from: declaration.startIndex, to: range.lowerBound)
  let request = ExpansionRequest(
    typeName: "ModelMacro",
    role: "memberAttribute",
    declaration: SourceText(member, fileOffset: 100 + offset),
    parent: SourceText(declaration, fileOffset: 100)
  )
  return try expand(request).source
}

/// Expands the attribute of a property in the accessor or peer role.
func expandProperty(_ declaration: String, role: String, arguments: String = "3") throws -> String {
  try expand(
    ExpansionRequest(
      typeName: "PersistedPropertyMacro",
      role: role,
      attribute: SourceText("@ObjectGraph._PersistedProperty(\(arguments))"),
      declaration: SourceText(declaration)
    )
  ).source
}

func expand(_ request: ExpansionRequest) throws -> Expansion {
  var classes = ClassCache()
  return try MacroTable.expand(request, &classes)
}

extension String {
  /// The first range of a text, without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }

  /// Lines without the white space around them, empty ones left out.
  var trimmedLines: [String] {
    split(separator: "\n").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }
}
