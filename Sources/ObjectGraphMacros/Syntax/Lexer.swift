/// Cuts Swift source into tokens, on demand and from any position.
///
/// It never fails: what it does not understand becomes an `unknown` token of one byte, and an
/// unterminated literal ends with its line or the text.
struct Lexer {
  let source: SourceText
  private(set) var position: Int
  /// Decides whether a slash may begin a regex literal.
  private var previousEndsOperand = false

  init(_ source: SourceText, at position: Int = 0) {
    self.source = source
    self.position = position
  }

  func byte(at index: Int) -> UInt8? {
    index < source.bytes.count ? source.bytes[index] : nil
  }

  /// The next token; at the end of the text an `endOfFile` token, however often it is asked.
  mutating func next() -> Token {
    let trivia = skipTrivia()
    let start = position
    let kind = lexToken()
    if position == start, kind != .endOfFile { position += 1 }
    let range = start..<position
    previousEndsOperand = endsOperand(kind, range)
    return Token(
      kind: kind,
      range: range,
      hasLineBreakBefore: trivia.lineBreak,
      hasSpaceBefore: trivia.any
    )
  }

  private mutating func lexToken() -> Token.Kind {
    guard let first = byte(at: position) else { return .endOfFile }
    switch first {
    case UInt8(ascii: "\""):
      lexString(pounds: 0)
      return .string
    case UInt8(ascii: "#"):
      return lexPound()
    case UInt8(ascii: "`"):
      return lexQuotedIdentifier()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      lexNumber()
      return .number
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: "@"), UInt8(ascii: "\\"):
      position += 1
      return .punctuation(first)
    case UInt8(ascii: "?"), UInt8(ascii: "!"):
      guard isLeftBound(position) else { return lexOperator() }
      position += 1
      return .punctuation(first)
    case UInt8(ascii: "."):
      if byte(at: position + 1) == first { return lexOperator() }
      if let second = byte(at: position + 1), Self.isOperatorByte(second), second != UInt8(ascii: "?"),
        second != UInt8(ascii: "!"), second != UInt8(ascii: "/")
      {
        return lexOperator()
      }
      position += 1
      return .punctuation(first)
    case UInt8(ascii: "/"):
      return lexSlash()
    default:
      if Self.isOperatorByte(first) { return lexOperator() }
      if Self.isIdentifierByte(first) || first >= 0x80 { return lexIdentifierOrUnicodeOperator() }
      position += 1
      return .unknown
    }
  }

  // MARK: Names and operators

  private mutating func lexIdentifierOrUnicodeOperator() -> Token.Kind {
    if let scalar = Self.scalar(in: source.bytes, at: position), Self.isUnicodeOperatorHead(scalar.value) {
      return lexOperator()
    }
    skipIdentifier()
    return .identifier
  }

  mutating func skipIdentifier() {
    while let next = byte(at: position), Self.isIdentifierByte(next) || next >= 0x80 { position += 1 }
  }

  private mutating func lexQuotedIdentifier() -> Token.Kind {
    position += 1
    while let next = byte(at: position), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") {
      position += 1
    }
    guard byte(at: position) == UInt8(ascii: "`") else { return .unknown }
    position += 1
    return .quotedIdentifier
  }

  private mutating func lexOperator() -> Token.Kind {
    let start = position
    while let next = byte(at: position) {
      if next == UInt8(ascii: "/"), position > start, startsComment(at: position) { break }
      if Self.isOperatorByte(next) {
        position += 1
      } else if next == UInt8(ascii: "."), byte(at: start) == UInt8(ascii: ".") {
        position += 1
      } else if next >= 0x80, let scalar = Self.scalar(in: source.bytes, at: position),
        Self.isUnicodeOperatorHead(scalar.value)
      {
        position += scalar.length
      } else {
        break
      }
    }
    return .operator
  }

  private mutating func lexSlash() -> Token.Kind {
    if !previousEndsOperand, skipBareRegex() { return .regex }
    return lexOperator()
  }

  private mutating func lexPound() -> Token.Kind {
    var index = position
    while byte(at: index) == UInt8(ascii: "#") { index += 1 }
    let pounds = index - position
    switch byte(at: index) {
    case UInt8(ascii: "\""):
      position = index
      lexString(pounds: pounds)
      return .string
    case UInt8(ascii: "/"):
      position = index
      skipExtendedRegex(pounds: pounds)
      return .regex
    case let next? where pounds == 1 && (Self.isIdentifierByte(next) || next >= 0x80):
      position = index
      skipIdentifier()
      return .pound
    default:
      position += 1
      return .unknown
    }
  }

  // MARK: What stands before

  /// Whether the character before an operator belongs to an operand, so that it may be a suffix.
  func isLeftBound(_ index: Int) -> Bool {
    guard index > 0, let before = byte(at: index - 1) else { return false }
    switch before {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"):
      return false
    case UInt8(ascii: "/"):
      return index < 2 || byte(at: index - 2) != UInt8(ascii: "*")
    default:
      return true
    }
  }

  private func endsOperand(_ kind: Token.Kind, _ range: Range<Int>) -> Bool {
    switch kind {
    case .identifier:
      return !Self.keywordsBeforeOperand.contains(source[range])
    case .quotedIdentifier, .number, .string, .regex:
      return true
    case .punctuation(let byte):
      return byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
        || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!")
    case .operator, .pound, .endOfFile, .unknown:
      return false
    }
  }

  private static let keywordsBeforeOperand: Set<String> = [
    "return", "case", "in", "try", "await", "where", "if", "else", "throw", "yield", "while", "guard",
    "switch", "as", "is", "let", "var", "for", "repeat",
  ]

  // MARK: White space and comments

  private mutating func skipTrivia() -> (any: Bool, lineBreak: Bool) {
    var lineBreak = false
    let start = position
    while let next = byte(at: position) {
      switch next {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        lineBreak = true
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0:
        position += 1
      case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "/"):
        skipLineComment()
      case UInt8(ascii: "/") where byte(at: position + 1) == UInt8(ascii: "*"):
        let comment = position
        skipBlockComment()
        if source.bytes[comment..<position].contains(UInt8(ascii: "\n")) { lineBreak = true }
      default:
        return (position > start, lineBreak)
      }
    }
    return (position > start, lineBreak)
  }

  private mutating func skipLineComment() {
    while let next = byte(at: position), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
      position += 1
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    while let next = byte(at: position) {
      if next == UInt8(ascii: "/"), byte(at: position + 1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if next == UInt8(ascii: "*"), byte(at: position + 1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
  }

  private func startsComment(at index: Int) -> Bool {
    byte(at: index + 1) == UInt8(ascii: "/") || byte(at: index + 1) == UInt8(ascii: "*")
  }

  /// Moves to any position; used to split an operator such as the `>?` of `Set<Int>?`.
  mutating func move(to newPosition: Int) { position = newPosition }
}
