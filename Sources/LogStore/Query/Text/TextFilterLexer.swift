/// Parts a filter into words.
struct TextFilterLexer {
  private let text: [Character]
  private var position = 0
  private var tokens: [TextFilterToken] = []

  /// The words, with an end behind the last one.
  static func tokens(of text: String) throws(TextFilterError) -> [TextFilterToken] {
    var lexer = TextFilterLexer(text: Array(text))
    while try lexer.readNext() {}
    return lexer.tokens
  }

  private init(text: [Character]) { self.text = text }

  private func character(_ offset: Int = 0) -> Character? {
    position + offset < text.count ? text[position + offset] : nil
  }

  private mutating func add(_ kind: TextFilterToken.Kind, from start: Int) {
    tokens.append(TextFilterToken(kind: kind, column: start + 1, source: String(text[start..<position])))
  }

  private mutating func readNext() throws(TextFilterError) -> Bool {
    while let next = character(), next.isWhitespace { position += 1 }
    let start = position
    guard let first = character() else {
      add(.end, from: start)
      return false
    }
    if first == "'" || first == "\"" {
      let value = try readText(first)
      add(.text(value), from: start)
    } else if isDigit(first) || ((first == "-" || first == "+") && character(1).map(isDigit) == true) {
      let number = readNumber()
      add(number, from: start)
    } else if first == "$" {
      position += 1
      let name = readWord()
      guard !name.isEmpty else {
        throw TextFilterError(column: start + 1, found: "'$'", expected: "the name of an argument behind it")
      }
      add(.argument(name), from: start)
    } else if first == "#" {
      position += 1
      let name = readWord()
      guard !name.isEmpty else {
        throw TextFilterError(column: start + 1, found: "'#'", expected: "the name of a property behind it")
      }
      add(.name(name), from: start)
    } else if isLetter(first) {
      let word = readWord()
      add(.word(word), from: start)
    } else {
      let symbol = try readSymbol(first)
      add(.symbol(symbol), from: start)
    }
    return true
  }

  private func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private func isLetter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "@"
  }

  private mutating func readWord() -> String {
    let start = position
    while let next = character(), isLetter(next) || next == "." { position += 1 }
    return String(text[start..<position])
  }

  private mutating func readText(_ quote: Character) throws(TextFilterError) -> String {
    let start = position
    position += 1
    var value = ""
    while let next = character() {
      position += 1
      if next == quote { return value }
      guard next == "\\" else {
        value.append(next)
        continue
      }
      guard let escaped = character() else { break }
      position += 1
      switch escaped {
      case "n": value.append("\n")
      case "t": value.append("\t")
      case "r": value.append("\r")
      case "\\", "'", "\"": value.append(escaped)
      default:
        throw TextFilterError(
          column: position - 1,
          found: "'\\\(escaped)'",
          expected: "one of \\\\ \\' \\\" \\n \\r \\t"
        )
      }
    }
    throw TextFilterError(column: start + 1, found: "a text without end", expected: "\(quote) at its end")
  }

  private mutating func readNumber() -> TextFilterToken.Kind {
    let start = position
    if let sign = character(), sign == "-" || sign == "+" { position += 1 }
    while let next = character(), isDigit(next) { position += 1 }
    if position - start == 4, character() == "-", character(1).map(isDigit) == true {
      while let next = character(), isDigit(next) || "-:.+TtZz".contains(next) { position += 1 }
      return .date(String(text[start..<position]))
    }
    while let next = character() {
      let isExponentSign =
        (next == "-" || next == "+") && position > start && "eE".contains(text[position - 1])
      guard isLetter(next) || next == "." || isExponentSign else { break }
      position += 1
    }
    return .number(String(text[start..<position]))
  }

  private mutating func readSymbol(_ first: Character) throws(TextFilterError) -> String {
    if let second = character(1) {
      let pair = String([first, second])
      if ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"].contains(pair) {
        position += 2
        return pair
      }
    }
    guard "=<>!(){}[],".contains(first) else {
      throw TextFilterError(
        column: position + 1,
        found: "'\(first)'",
        expected: "a property, a value, an operator or a parenthesis"
      )
    }
    position += 1
    return String(first)
  }
}
