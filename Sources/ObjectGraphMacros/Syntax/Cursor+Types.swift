extension Cursor {
  /// Reads one type and returns its range, or nil (the cursor may then have moved).
  mutating func parseType() -> Range<Int>? {
    let start = token.range.lowerBound
    skipTypeSpecifiers()
    guard parseTypeAtom() else { return nil }
    while true {
      if isAt("?") || isAt("!"), !token.hasSpaceBefore {
        advance()
      } else if token.kind == .operator, !token.hasSpaceBefore, let byte,
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!")
      {
        advance(bytes: 1)
      } else if isAt("."), startsMemberType() {
        advance()
        advance()
        skipGenericArguments(afterSpace: true)
      } else if isAt(operator: "...") {
        advance()
      } else if isAt(operator: "&") {
        advance()
        guard parseTypeAtom() else { return nil }
      } else if isAt(word: "async") || isAt(word: "throws") || isAt(word: "rethrows") {
        guard isFunctionArrowAhead() else { break }
        advance()
        if isAt("(") { skipBalanced() }
      } else if isAt(operator: "->") {
        advance()
        guard parseType() != nil else { return nil }
      } else {
        break
      }
    }
    return start..<previousEnd
  }

  private func startsMemberType() -> Bool {
    var ahead = self
    ahead.advance()
    return ahead.token.isName
  }

  private func isFunctionArrowAhead() -> Bool {
    var ahead = self
    while ahead.isAt(word: "async") || ahead.isAt(word: "throws") || ahead.isAt(word: "rethrows") {
      ahead.advance()
      if ahead.isAt("(") { ahead.skipBalanced() }
    }
    return ahead.isAt(operator: "->")
  }

  private mutating func skipTypeSpecifiers() {
    while true {
      if isAt("@") {
        advance()
        if token.isName { advance() }
        if isAt("("), !token.hasSpaceBefore { skipBalanced() }
      } else if isAt(operator: "~") {
        advance()
      } else if token.kind == .identifier, Self.typeSpecifiers.contains(text) {
        var ahead = self
        ahead.advance()
        let startsType =
          ahead.token.isName || ahead.isAt("(") || ahead.isAt("[") || ahead.isAt("@")
          || ahead.isAt(operator: "~")
        guard startsType, !ahead.token.hasLineBreakBefore else { return }
        self = ahead
      } else {
        return
      }
    }
  }

  private static let typeSpecifiers: Set<String> = [
    "any", "some", "inout", "borrowing", "consuming", "sending", "isolated", "each", "repeat",
    "__owned", "__shared", "_const", "nonisolated",
  ]

  private mutating func parseTypeAtom() -> Bool {
    skipTypeSpecifiers()
    if isAt("(") || isAt("[") {
      skipBalanced()
      return true
    }
    guard token.isName else { return false }
    advance()
    if isAt(":"), isModuleSelector() {
      advance()
      advance()
      if token.isName { advance() }
    }
    skipGenericArguments(afterSpace: true)
    return true
  }

  /// Whether `::` follows, which names a module.
  private func isModuleSelector() -> Bool {
    var ahead = self
    ahead.advance()
    return ahead.isAt(":") && !ahead.token.hasSpaceBefore && !token.hasSpaceBefore
  }

  /// Skips `<…>` if a list of generic arguments stands here; otherwise nothing moves.
  ///
  /// In a type a space may stand before it; in an expression that would be a comparison.
  @discardableResult
  mutating func skipGenericArguments(afterSpace: Bool = false) -> Bool {
    guard token.kind == .operator, byte == UInt8(ascii: "<"), afterSpace || !token.hasSpaceBefore else {
      return false
    }
    let bookmark = self
    advance(bytes: 1)
    while true {
      if token.kind == .operator, byte == UInt8(ascii: ">") {
        advance(bytes: 1)
        return true
      }
      if isAt(operator: "-") { advance() }
      if token.kind == .number {
        advance()
      } else if parseType() == nil {
        break
      }
      if isAt(":") {
        advance()
        guard parseType() != nil else { break }
      }
      if isAt(operator: "==") {
        advance()
        guard parseType() != nil else { break }
      }
      if isAt(",") {
        advance()
      } else if !(token.kind == .operator && byte == UInt8(ascii: ">")) {
        break
      }
    }
    self = bookmark
    return false
  }
}
