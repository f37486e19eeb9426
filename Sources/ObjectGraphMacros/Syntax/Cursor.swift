/// Walks over tokens with one token of look-ahead; a copy of it is a bookmark.
struct Cursor {
  let source: SourceText
  private var lexer: Lexer
  /// The token that comes next.
  private(set) var token: Token
  /// Where the last token that was passed ended.
  private(set) var previousEnd: Int

  init(_ source: SourceText, at position: Int = 0) {
    self.source = source
    self.lexer = Lexer(source, at: position)
    self.previousEnd = position
    self.token = lexer.next()
  }

  var isAtEnd: Bool { token.kind == .endOfFile }

  var text: String { source.text(of: token) }

  @discardableResult
  mutating func advance() -> Token {
    let passed = token
    previousEnd = passed.range.upperBound
    token = lexer.next()
    return passed
  }

  /// Passes only the first bytes of the current token; the rest is cut into tokens anew.
  mutating func advance(bytes: Int) {
    let end = token.range.lowerBound + bytes
    previousEnd = end
    lexer.move(to: end)
    token = lexer.next()
  }

  func isAt(_ character: Character) -> Bool { token.is(character) }

  /// Whether the next token is this word, written without back-ticks.
  func isAt(word: StaticString) -> Bool {
    token.kind == .identifier && source.matches(token.range, word)
  }

  func isAt(pound: StaticString) -> Bool {
    token.kind == .pound && source.matches(token.range, pound)
  }

  func isAt(operator: StaticString) -> Bool {
    token.kind == .operator && source.matches(token.range, `operator`)
  }

  /// The byte at which the current token begins.
  var byte: UInt8? {
    token.range.lowerBound < source.bytes.count ? source.bytes[token.range.lowerBound] : nil
  }

  mutating func skip(_ character: Character) -> Bool {
    guard isAt(character) else { return false }
    advance()
    return true
  }

  /// Skips from an opening bracket to behind its partner; at the end of the text it stops there.
  mutating func skipBalanced() {
    var depth = 0
    while !isAtEnd {
      if isAt("(") || isAt("[") || isAt("{") { depth += 1 }
      if isAt(")") || isAt("]") || isAt("}") { depth -= 1 }
      advance()
      if depth <= 0 { return }
    }
  }

  /// Skips the rest of the line, for the condition of `#if`.
  mutating func skipLine() {
    while !isAtEnd, !token.hasLineBreakBefore {
      if isAt("(") { skipBalanced() } else { advance() }
    }
  }

  /// Whether the current operator is a suffix of what stands before it.
  var isPostfixOperator: Bool {
    guard !token.hasSpaceBefore else { return false }
    guard token.range.upperBound < source.bytes.count else { return true }
    switch source.bytes[token.range.upperBound] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "."):
      return true
    default:
      return false
    }
  }

  /// Whether white space follows the current operator, so that it is no prefix.
  var hasSpaceAfter: Bool {
    guard token.range.upperBound < source.bytes.count else { return true }
    switch source.bytes[token.range.upperBound] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return true
    default:
      return false
    }
  }
}
