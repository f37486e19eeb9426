extension Cursor {
  /// Skips one expression and returns its range.
  ///
  /// It ends before a comma, semicolon or closing bracket, before a block of observers, and, outside
  /// of parentheses, before a line that does not continue it.
  mutating func skipExpression(insideParentheses: Bool = false) -> Range<Int> {
    let start = token.range.lowerBound
    var needsOperand = true
    while !isAtEnd {
      if isAt(",") || isAt(";") || isAt(")") || isAt("]") || isAt("}") { break }
      if token.hasLineBreakBefore, !needsOperand, !insideParentheses, !continuesExpression() { break }
      if isAt("{") {
        if !needsOperand, startsObservers() { break }
        skipBalanced()
        needsOperand = false
      } else if isAt("(") || isAt("[") {
        skipBalanced()
        needsOperand = false
      } else if isAt(pound: "#if") {
        skipConditionalRegion()
        needsOperand = false
      } else if token.kind == .operator, byte == UInt8(ascii: "<"), skipGenericsOfExpression() {
        needsOperand = false
      } else {
        needsOperand = wantsOperandAfterCurrent()
        advance()
      }
    }
    return start..<max(start, previousEnd)
  }

  /// Whether the token at the beginning of a line belongs to the expression above it.
  private func continuesExpression() -> Bool {
    if isAt(".") || isAt("?") || isAt(":") { return true }
    if isAt("{") { return true }
    if token.kind == .operator { return hasSpaceAfter || byte == UInt8(ascii: "=") }
    if isAt(word: "as") || isAt(word: "is") || isAt(word: "else") { return true }
    if isAt(pound: "#if") {
      var ahead = self
      ahead.advance()
      ahead.skipLine()
      return ahead.isAt(".")
    }
    return false
  }

  private func wantsOperandAfterCurrent() -> Bool {
    switch token.kind {
    case .operator:
      return !isPostfixOperator
    case .punctuation(let byte):
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") { return false }
      return true
    case .identifier:
      return Self.wordsBeforeOperand.contains(text)
    default:
      return false
    }
  }

  private static let wordsBeforeOperand: Set<String> = [
    "try", "await", "as", "is", "if", "switch", "consume", "copy", "any", "some", "unsafe", "each",
    "repeat", "borrow", "discard", "else", "in",
  ]

  /// Skips `<…>` where it must be generic arguments: a name before it and a fitting token behind it.
  private mutating func skipGenericsOfExpression() -> Bool {
    let bookmark = self
    guard skipGenericArguments() else { return false }
    let fits =
      isAtEnd || isAt("(") || isAt(")") || isAt("]") || isAt("[") || isAt("{") || isAt("}") || isAt(".")
      || isAt(",") || isAt(";") || isAt(":") || isAt("?") || isAt("!") || token.hasLineBreakBefore
    if !fits { self = bookmark }
    return fits
  }

  /// Whether the block at the cursor begins with `willSet` or `didSet`, and so is no closure.
  func startsObservers() -> Bool {
    var ahead = self
    guard ahead.skip("{") else { return false }
    ahead.skipAccessorPrefixes()
    guard ahead.isAt(word: "willSet") || ahead.isAt(word: "didSet") else { return false }
    ahead.advance()
    return ahead.isAt("{") || ahead.isAt("(")
  }

  /// Skips attributes and modifiers that may stand before the name of an accessor.
  mutating func skipAccessorPrefixes() {
    while true {
      if isAt("@") {
        advance()
        if token.isName { advance() }
        if isAt("("), !token.hasSpaceBefore { skipBalanced() }
      } else if token.kind == .identifier, Self.accessorModifiers.contains(text) {
        advance()
      } else {
        return
      }
    }
  }

  private static let accessorModifiers: Set<String> = [
    "mutating", "nonmutating", "borrowing", "consuming", "__consuming", "nonisolated", "isolated",
  ]

  /// Skips from `#if` to behind its `#endif`.
  mutating func skipConditionalRegion() {
    var depth = 0
    while !isAtEnd {
      if isAt(pound: "#if") { depth += 1 }
      if isAt(pound: "#endif") { depth -= 1 }
      advance()
      if depth <= 0 { return }
    }
  }

  /// Reads `(label: value, …)` whose opening parenthesis is the current token.
  mutating func parseArguments() -> [Argument] {
    var arguments: [Argument] = []
    guard skip("(") else { return [] }
    while !isAtEnd, !isAt(")") {
      let start = token.range.lowerBound
      let label = parseLabel()
      let value = skipExpression(insideParentheses: true)
      arguments.append(Argument(label: label, value: value, range: start..<value.upperBound))
      if !skip(","), !isAt(")") {
        if isAtEnd { break }
        advance()
      }
    }
    _ = skip(")")
    return arguments
  }

  private mutating func parseLabel() -> String? {
    guard token.isName else { return nil }
    var ahead = self
    let name = ahead.advance()
    guard ahead.isAt(":") else { return nil }
    ahead.advance()
    self = ahead
    return source.text(of: name)
  }
}
