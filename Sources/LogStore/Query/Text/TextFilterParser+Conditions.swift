/// Conditions: a value, an operator, and what it is compared with.
extension TextFilterParser {
  /// One side of a comparison.
  enum Operand {
    case target(TextFilterNames.Target, TextFilterToken)
    case constant(TextFilterConstant)
  }

  /// A value of the object on the left of an operator.
  struct Subject {
    var value: FilterExpression
    var kind: TextFilterNames.Kind
    var name: String
    var column: Int
  }

  private static let wordsThatAreNoNames: Set<String> = [
    "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "ANY", "SOME", "ALL", "NONE",
  ]

  mutating func parseCondition() throws(TextFilterError) -> FilterExpression {
    let scope = TextFilterNames.Scope(entity: entity, variable: 0)
    let quantifier = token.keyword
    if ["ANY", "SOME", "ALL", "NONE"].contains(quantifier), hasPathNext {
      advance()
      let start = token
      guard case .target(.members(let path, let relationship, let rest), _) = try parseOperand(scope) else {
        throw TextFilterError(
          column: start.column,
          found: start.shown,
          expected: "a path with a to-many relationship behind \(quantifier)"
        )
      }
      let condition = try quantified(
        quantifier == "ALL" ? .all : .any,
        (path, relationship, rest),
        variable: 1,
        column: start.column
      )
      return quantifier == "NONE" ? .not(condition) : condition
    }
    switch try parseOperand(scope) {
    case .target(.value(let value, let kind, let name), let start):
      return try parseComparison(of: Subject(value: value, kind: kind, name: name, column: start.column))
    case .target(.members(_, let relationship, _), let start): throw needsQuantifier(relationship, start)
    case .constant(let constant): return try parseMirrored(constant, scope)
    }
  }

  private var hasPathNext: Bool {
    guard position + 1 < tokens.count else { return false }
    switch tokens[position + 1].kind {
    case .word, .name: return true
    default: return false
    }
  }

  private func needsQuantifier(
    _ relationship: RelationshipDefinition,
    _ start: TextFilterToken
  ) -> TextFilterError {
    TextFilterError(
      column: start.column,
      found: start.shown,
      expected: "ANY, ALL or NONE in front, or .@count behind, as '\(relationship.name)' has many objects"
    )
  }

  /// A condition on the objects of to-many relationships, one inside of the other if the path has several.
  private mutating func quantified(
    _ quantifier: FilterQuantifier,
    _ members: (path: FilterPath, relationship: RelationshipDefinition, rest: [TextFilterNames.Name]),
    variable: Int,
    column: Int
  ) throws(TextFilterError) -> FilterExpression {
    let scope = TextFilterNames.Scope(entity: members.relationship.destination, variable: variable)
    let inner: FilterExpression
    switch try names.resolve(members.rest, in: scope) {
    case .value(let value, let kind, let name):
      inner = try parseComparison(of: Subject(value: value, kind: kind, name: name, column: column))
    case .members(let path, let relationship, let rest):
      inner = try quantified(quantifier, (path, relationship, rest), variable: variable + 1, column: column)
    }
    return .quantifier(quantifier, members.path, members.relationship.id, inner)
  }

  /// `5 < size`: the same as `size > 5`.
  private mutating func parseMirrored(
    _ constant: TextFilterConstant,
    _ scope: TextFilterNames.Scope
  ) throws(TextFilterError) -> FilterExpression {
    guard case .symbol(let symbol) = token.kind, let comparison = Self.comparisons[symbol] else {
      throw unexpected("a comparison behind \(constant.shown)")
    }
    advance()
    let folding = try parseFlags()
    guard case .target(.value(let value, let kind, let name), let start) = try parseOperand(scope) else {
      throw TextFilterError(
        column: constant.column,
        found: constant.shown,
        expected: "a property on one side of the comparison"
      )
    }
    let subject = Subject(value: value, kind: kind, name: name, column: start.column)
    return try compare(subject, comparison.mirrored, constant, folding, at: start)
  }

  // MARK: Operands

  mutating func parseOperand(_ scope: TextFilterNames.Scope) throws(TextFilterError) -> Operand {
    let start = token
    switch start.kind {
    case .name(let path):
      advance()
      return .target(
        try names.resolve(TextFilterNames.split(path, column: start.column + 1), in: scope),
        start
      )
    case .word(let word) where Self.constant(start) == nil:
      if Self.wordsThatAreNoNames.contains(start.keyword), !isProperty(word, scope) {
        throw unexpected("a property or a value")
      }
      advance()
      return .target(try names.resolve(TextFilterNames.split(word, column: start.column), in: scope), start)
    default: return .constant(try parseConstant())
    }
  }

  private func isProperty(_ name: String, _ scope: TextFilterNames.Scope) -> Bool {
    names.catalog.attribute(named: name, of: scope.entity) != nil
      || names.catalog.relationship(named: name, of: scope.entity) != nil
  }

  private static func constant(_ token: TextFilterToken) -> TextFilterConstant.Form? {
    switch token.keyword {
    case "NIL", "NULL": .null
    case "YES", "TRUE": .bool(true)
    case "NO", "FALSE": .bool(false)
    default: nil
    }
  }

  mutating func parseConstant() throws(TextFilterError) -> TextFilterConstant {
    let start = token
    let form: TextFilterConstant.Form
    switch start.kind {
    case .number(let text): form = .number(text)
    case .date(let text):
      guard CalendarDate.seconds(text) != nil else { throw unexpected("a date as 2024-05-17T09:30:00Z") }
      form = .date(text)
    case .text(let text): form = .text(text)
    case .argument(let name):
      guard let value = arguments[name] else {
        throw unexpected(
          arguments.isEmpty ? "a constant, as no arguments were given" : "the name of an argument",
          near: NearbyNames.of(name, among: Array(arguments.keys))
        )
      }
      usedArguments.insert(name)
      form = .argument(value)
    default:
      guard let keyword = Self.constant(start) else { throw unexpected("a property or a value") }
      form = keyword
    }
    advance()
    return TextFilterConstant(form: form, column: start.column, shown: start.shown)
  }

  /// `[c]`, `[d]` or `[cd]` behind an operator; nothing is folded without.
  mutating func parseFlags() throws(TextFilterError) -> TextFolding {
    guard take("[") else { return [] }
    var folding: TextFolding = []
    let start = token
    guard case .word(let letters) = start.kind, !letters.isEmpty else { throw unexpected("c, d or cd") }
    for letter in letters.lowercased() {
      switch letter {
      case "c": folding.insert(.case)
      case "d": folding.insert(.diacritics)
      default: throw unexpected("c, d or cd")
      }
    }
    advance()
    try expect("]", "behind the letters")
    return folding
  }
}
