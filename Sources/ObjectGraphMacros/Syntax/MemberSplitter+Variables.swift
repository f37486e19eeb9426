extension MemberSplitter {
  mutating func parseVariable(
    _ attributes: AttributeList,
    _ modifiers: [Modifier],
    start: Int
  ) -> VariableDeclaration {
    let keyword = cursor.advance()
    var bindings: [Binding] = []
    repeat {
      guard let binding = parseBinding() else { break }
      bindings.append(binding)
    } while cursor.skip(",")
    return VariableDeclaration(
      attributes: attributes,
      modifiers: modifiers,
      isLet: source.matches(keyword.range, "let"),
      keyword: keyword.range,
      bindings: bindings,
      range: start..<cursor.previousEnd
    )
  }

  private mutating func parseBinding() -> Binding? {
    let start = cursor.token.range.lowerBound
    var name: String?
    if cursor.token.isName {
      name = cursor.text
      cursor.advance()
    } else if cursor.isAt("(") {
      cursor.skipBalanced()
    } else {
      return nil
    }
    let pattern = start..<cursor.previousEnd
    var type: Range<Int>?
    if cursor.skip(":") { type = cursor.parseType() }
    var initializer: Range<Int>?
    if cursor.token.kind == .operator, cursor.byte == UInt8(ascii: "=") {
      cursor.advance(bytes: 1)
      initializer = cursor.skipExpression()
    }
    let accessors = cursor.isAt("{") ? parseAccessors() : nil
    return Binding(
      name: name,
      pattern: pattern,
      type: type,
      initializer: initializer,
      accessors: accessors,
      range: start..<cursor.previousEnd
    )
  }

  private mutating func parseAccessors() -> AccessorBlock {
    let start = cursor.token.range.lowerBound
    guard cursor.startsObservers() else {
      cursor.skipBalanced()
      return AccessorBlock(kind: .computed, range: start..<cursor.previousEnd)
    }
    var willSet: AccessorBlock.Observer?
    var didSet: AccessorBlock.Observer?
    cursor.advance()
    while !cursor.isAtEnd, !cursor.isAt("}") {
      cursor.skipAccessorPrefixes()
      let isWillSet = cursor.isAt(word: "willSet")
      let isDidSet = cursor.isAt(word: "didSet")
      cursor.advance()
      guard isWillSet || isDidSet, let observer = parseObserver() else { continue }
      if isWillSet { willSet = observer } else { didSet = observer }
    }
    _ = cursor.skip("}")
    return AccessorBlock(
      kind: .observed(willSet: willSet, didSet: didSet),
      range: start..<cursor.previousEnd
    )
  }

  private mutating func parseObserver() -> AccessorBlock.Observer? {
    var parameter: String?
    if cursor.skip("(") {
      parameter = cursor.text
      while !cursor.isAtEnd, !cursor.skip(")") { cursor.advance() }
    }
    guard cursor.isAt("{") else { return nil }
    let start = cursor.token.range.upperBound
    cursor.skipBalanced()
    return .init(parameter: parameter, body: start..<max(start, cursor.previousEnd - 1))
  }
}
