/// Reads the logic of a filter: what stands around conditions.
struct TextFilterParser {
  /// Parentheses and negations inside of each other that are read.
  private static let deepestNesting = 200

  let tokens: [TextFilterToken]
  let names: TextFilterNames
  let entity: EntityID
  let arguments: [String: String]
  /// The token that is read next.
  var position = 0
  var usedArguments: Set<String> = []
  private var depth = 0

  init(
    tokens: [TextFilterToken],
    names: TextFilterNames,
    entity: EntityID,
    arguments: [String: String]
  ) {
    self.tokens = tokens
    self.names = names
    self.entity = entity
    self.arguments = arguments
  }

  /// Reads the whole filter; nothing but blanks holds always.
  mutating func parse() throws(TextFilterError) -> FilterExpression {
    if token.kind == .end { return .always }
    let filter = try parseAlternatives()
    guard token.kind == .end else { throw unexpected("AND, OR or the end") }
    return filter
  }

  // MARK: Tokens

  var token: TextFilterToken { tokens[min(position, tokens.count - 1)] }

  mutating func advance() { position += 1 }

  /// Steps over a symbol if it comes next.
  mutating func take(_ symbol: String) -> Bool {
    guard token.isSymbol(symbol) else { return false }
    advance()
    return true
  }

  private mutating func take(keyword: String, or symbol: String) -> Bool {
    guard token.keyword == keyword || token.isSymbol(symbol) else { return false }
    advance()
    return true
  }

  func unexpected(_ expected: String, near: [String] = []) -> TextFilterError {
    TextFilterError(column: token.column, found: token.shown, expected: expected, near: near)
  }

  mutating func expect(_ symbol: String, _ place: String) throws(TextFilterError) {
    guard take(symbol) else { throw unexpected("'\(symbol)' \(place)") }
  }

  // MARK: Logic

  private mutating func parseAlternatives() throws(TextFilterError) -> FilterExpression {
    var parts = [try parseTerms()]
    while take(keyword: "OR", or: "||") { parts.append(try parseTerms()) }
    return parts.count == 1 ? parts[0] : .or(parts)
  }

  private mutating func parseTerms() throws(TextFilterError) -> FilterExpression {
    var parts = [try parseTerm()]
    while take(keyword: "AND", or: "&&") { parts.append(try parseTerm()) }
    return parts.count == 1 ? parts[0] : .and(parts)
  }

  private mutating func parseTerm() throws(TextFilterError) -> FilterExpression {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestNesting else {
      throw unexpected("no more than \(Self.deepestNesting) parentheses and negations inside of each other")
    }
    if take(keyword: "NOT", or: "!") { return .not(try parseTerm()) }
    if take("(") {
      let filter = try parseAlternatives()
      try expect(")", "behind what stands in parentheses")
      return filter
    }
    switch token.keyword {
    case "TRUEPREDICATE":
      advance()
      return .always
    case "FALSEPREDICATE":
      advance()
      return .never
    default: return try parseCondition()
    }
  }
}
