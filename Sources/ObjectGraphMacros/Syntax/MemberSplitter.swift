/// Splits a type declaration into its members.
///
/// It knows as much of the grammar as is needed to find stored properties with their attributes,
/// types and initial values; bodies of functions and nested types are skipped as balanced text.
struct MemberSplitter {
  let source: SourceText
  var cursor: Cursor

  init(_ source: SourceText) {
    self.source = source
    self.cursor = Cursor(source)
  }

  /// The type declaration with which the text begins, or nil if there is none.
  mutating func parseType() -> TypeDeclaration? {
    let attributes = parseAttributes()
    let modifiers = parseModifiers()
    guard cursor.token.kind == .identifier, Self.typeKeywords.contains(cursor.text) else { return nil }
    let keyword = cursor.advance()
    guard cursor.token.isName else { return nil }
    let nameStart = cursor.token.range.lowerBound
    cursor.advance()
    while cursor.isAt(".") {
      cursor.advance()
      if cursor.token.isName { cursor.advance() }
    }
    let nameRange = nameStart..<cursor.previousEnd
    let genericStart = cursor.token.range.lowerBound
    let isGeneric = cursor.skipGenericArguments()
    let generics = isGeneric ? genericStart..<cursor.previousEnd : nil
    let inheritance = parseInheritance()
    while !cursor.isAtEnd, !cursor.isAt("{") { cursor.advance() }
    var members: [Member] = []
    if cursor.skip("{") { members = parseMembers() }
    return TypeDeclaration(
      attributes: attributes,
      modifiers: modifiers,
      keyword: keyword.range,
      keywordText: source.text(of: keyword),
      name: source[nameRange],
      nameRange: nameRange,
      genericParameters: generics,
      inheritance: inheritance,
      members: members,
      end: cursor.token.range.lowerBound
    )
  }

  /// The single variable declaration with which the text begins, as a member macro sees it.
  mutating func parseSingleVariable() -> VariableDeclaration? {
    guard case .variable(let variable)? = parseMember() else { return nil }
    return variable
  }

  private mutating func parseInheritance() -> [Range<Int>] {
    var types: [Range<Int>] = []
    guard cursor.skip(":") else { return [] }
    while let type = cursor.parseType() {
      types.append(type)
      guard cursor.skip(",") else { break }
    }
    return types
  }

  // MARK: Members

  /// Reads members up to the closing brace of the type or the end of a conditional clause.
  mutating func parseMembers() -> [Member] {
    var members: [Member] = []
    while !cursor.isAtEnd, !cursor.isAt("}") {
      if cursor.isAt(pound: "#elseif") || cursor.isAt(pound: "#else") { break }
      if cursor.isAt(pound: "#endif") { break }
      if cursor.skip(";") { continue }
      let before = cursor.token.range
      if let member = parseMember() { members.append(member) }
      if cursor.token.range == before, !cursor.isAtEnd { cursor.advance() }
    }
    return members
  }

  private mutating func parseMember() -> Member? {
    let start = cursor.token.range.lowerBound
    if cursor.isAt(pound: "#if"), !startsConditionalAttributes() { return .conditional(parseConditional()) }
    let attributes = parseAttributes()
    let modifiers = parseModifiers()
    if cursor.token.kind == .pound { return parseMacro(start: start) }
    guard cursor.token.kind == .identifier else { return nil }
    switch cursor.text {
    case "var", "let":
      return .variable(parseVariable(attributes, modifiers, start: start))
    case "init":
      skipDeclaration()
      return .initializer(
        start..<cursor.previousEnd,
        isConvenience: modifiers.contains { $0.name == "convenience" }
      )
    case "typealias":
      skipTypealias()
      return .other(start..<cursor.previousEnd)
    case "func":
      var ahead = cursor
      ahead.advance()
      let name = ahead.token.kind == .operator ? ahead.text : nil
      skipDeclaration()
      guard let name else { return .other(start..<cursor.previousEnd) }
      return .operatorFunction(name: name, start..<cursor.previousEnd)
    default:
      skipDeclaration()
      return .other(start..<cursor.previousEnd)
    }
  }

  /// Skips to behind the body in braces, or to the next declaration if there is none.
  private mutating func skipDeclaration() {
    let isDeinit = cursor.isAt(word: "deinit")
    cursor.advance()
    if !isDeinit, cursor.token.kind == .operator { cursor.advance() }
    while !cursor.isAtEnd, !cursor.isAt("}"), !cursor.isAt(";") {
      if cursor.isAt("{") {
        cursor.skipBalanced()
        return
      }
      if cursor.token.hasLineBreakBefore, startsDeclaration() { return }
      if cursor.isAt("(") || cursor.isAt("[") { cursor.skipBalanced() } else { cursor.advance() }
    }
  }

  private mutating func skipTypealias() {
    cursor.advance()
    if cursor.token.isName { cursor.advance() }
    cursor.skipGenericArguments()
    guard cursor.isAt(operator: "=") else { return }
    cursor.advance()
    _ = cursor.parseType()
    while !cursor.isAtEnd, !cursor.token.hasLineBreakBefore, !cursor.isAt("}"), !cursor.isAt(";") {
      cursor.advance()
    }
  }

  private func startsDeclaration() -> Bool {
    if cursor.isAt("@") || cursor.token.kind == .pound { return true }
    guard cursor.token.kind == .identifier else { return false }
    let text = cursor.text
    return Self.typeKeywords.contains(text) || Self.memberKeywords.contains(text)
      || Self.modifierNames.contains(text)
  }

  private mutating func parseMacro(start: Int) -> Member {
    var name = String(cursor.text.dropFirst())
    cursor.advance()
    while cursor.isAt("."), !cursor.token.hasSpaceBefore {
      cursor.advance()
      name = cursor.text
      cursor.advance()
    }
    let genericStart = cursor.token.range.lowerBound
    var generics: Range<Int>?
    if cursor.skipGenericArguments() { generics = genericStart + 1..<cursor.previousEnd - 1 }
    var arguments: [Argument] = []
    if cursor.isAt("("), !cursor.token.hasLineBreakBefore { arguments = cursor.parseArguments() }
    while cursor.isAt("{") { cursor.skipBalanced() }
    return .macro(
      MacroExpansionMember(
        name: name,
        genericArguments: generics,
        arguments: arguments,
        range: start..<cursor.previousEnd
      )
    )
  }

  // MARK: Conditional compilation

  private mutating func parseConditional() -> ConditionalMembers {
    let start = cursor.token.range.lowerBound
    var clauses: [ConditionalMembers.Clause] = []
    while cursor.isAt(pound: "#if") || cursor.isAt(pound: "#elseif") || cursor.isAt(pound: "#else") {
      let directiveStart = cursor.token.range.lowerBound
      cursor.advance()
      cursor.skipLine()
      let directive = directiveStart..<cursor.previousEnd
      clauses.append(.init(directive: directive, members: parseMembers()))
      if cursor.isAt("}") { break }
    }
    if cursor.isAt(pound: "#endif") { cursor.advance() }
    return ConditionalMembers(clauses: clauses, range: start..<cursor.previousEnd)
  }

  /// Whether `#if` … `#endif` holds nothing but attributes of the declaration behind it.
  private func startsConditionalAttributes() -> Bool {
    var ahead = self
    return ahead.parseConditionalAttributes() != nil
  }

  /// Reads a conditional region of attributes; nil if it holds anything else.
  private mutating func parseConditionalAttributes() -> AttributeList.Region? {
    var clauses: [AttributeList.Region.Clause] = []
    while cursor.isAt(pound: "#if") || cursor.isAt(pound: "#elseif") || cursor.isAt(pound: "#else") {
      let start = cursor.token.range.lowerBound
      cursor.advance()
      cursor.skipLine()
      let directive = start..<cursor.previousEnd
      clauses.append(.init(directive: directive, attributes: parseAttributes().all))
    }
    let hasAttributes = clauses.contains { !$0.attributes.isEmpty }
    guard cursor.isAt(pound: "#endif"), hasAttributes else { return nil }
    cursor.advance()
    return AttributeList.Region(clauses: clauses)
  }

  // MARK: Attributes and modifiers

  mutating func parseAttributes() -> AttributeList {
    var list = AttributeList()
    while true {
      if cursor.isAt("@") {
        list.unconditional.append(parseAttribute())
      } else if cursor.isAt(pound: "#if") {
        var ahead = self
        guard let region = ahead.parseConditionalAttributes() else { return list }
        self = ahead
        list.regions.append(region)
      } else {
        return list
      }
    }
  }

  private mutating func parseAttribute() -> Attribute {
    let start = cursor.token.range.lowerBound
    cursor.advance()
    let nameStart = cursor.token.range.lowerBound
    if cursor.token.isName { cursor.advance() }
    while cursor.isAt("."), !cursor.token.hasSpaceBefore {
      cursor.advance()
      if cursor.token.isName { cursor.advance() }
    }
    cursor.skipGenericArguments()
    let name = source[nameStart..<max(nameStart, cursor.previousEnd)]
    var arguments: [Argument] = []
    let hasParentheses = cursor.isAt("(") && !cursor.token.hasLineBreakBefore
    if hasParentheses {
      if Self.attributesOfTheLanguage.contains(name) {
        cursor.skipBalanced()
      } else {
        arguments = cursor.parseArguments()
      }
    }
    return Attribute(
      name: name,
      arguments: arguments,
      hasParentheses: hasParentheses,
      range: start..<cursor.previousEnd
    )
  }

  mutating func parseModifiers() -> [Modifier] {
    var modifiers: [Modifier] = []
    while cursor.token.kind == .identifier, Self.modifierNames.contains(cursor.text) {
      if cursor.isAt(word: "class"), !isClassModifier() { break }
      let name = cursor.advance()
      var detail: String?
      if cursor.isAt("("), !cursor.token.hasLineBreakBefore {
        let start = cursor.token.range.upperBound
        cursor.skipBalanced()
        detail = source[start..<max(start, cursor.previousEnd - 1)].filter { !$0.isWhitespace }
      }
      modifiers.append(
        Modifier(
          name: source.text(of: name),
          detail: detail,
          range: name.range.lowerBound..<cursor.previousEnd
        )
      )
    }
    return modifiers
  }

  /// Whether `class` stands before another modifier or a member keyword: `class var`, `class func`.
  private func isClassModifier() -> Bool {
    var ahead = cursor
    ahead.advance()
    guard ahead.token.kind == .identifier else { return false }
    return Self.memberKeywords.contains(ahead.text)
      || (Self.modifierNames.contains(ahead.text) && ahead.text != "open")
  }
}
