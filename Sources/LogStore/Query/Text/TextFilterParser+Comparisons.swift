/// Operators with what stands behind them.
extension TextFilterParser {
  static let comparisons: [String: FilterComparison] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
  ]

  private static let operators = ["=", "!=", "<", "<=", ">", ">="]
  private static let words = ["BETWEEN", "IN", "CONTAINS", "BEGINSWITH", "ENDSWITH"]

  /// Reads the operator behind a value, and what follows it.
  mutating func parseComparison(of subject: Subject) throws(TextFilterError) -> FilterExpression {
    let start = token
    if case .symbol(let symbol) = start.kind, let comparison = Self.comparisons[symbol] {
      advance()
      let folding = try parseFlags()
      let operand = token
      switch try parseOperand(TextFilterNames.Scope(entity: entity, variable: 0)) {
      case .constant(let constant):
        return try compare(subject, comparison, constant, folding, at: start)
      case .target(.value(let value, let kind, let name), _):
        return try compare(subject, comparison, value, kind, name, folding, at: operand)
      case .target(.members(_, let relationship, _), _):
        throw TextFilterError(
          column: operand.column,
          found: operand.shown,
          expected: "a single value, and '\(relationship.name)' has many objects"
        )
      }
    }
    switch start.keyword {
    case "BETWEEN": return try parseBetween(subject)
    case "IN": return try parseMembership(subject)
    case "CONTAINS", "BEGINSWITH", "ENDSWITH": return try parseTextTest(subject, start.keyword)
    case "LIKE", "MATCHES":
      throw unexpected("CONTAINS, BEGINSWITH or ENDSWITH; patterns are not supported")
    default: break
    }
    if subject.kind == .stored(.bool) { return .compare(.equal, subject.value, .constant(.bool(true))) }
    let near = start.keyword.isEmpty ? [] : NearbyNames.of(start.keyword, among: Self.words)
    throw unexpected(
      "an operator behind '\(subject.name)': \((Self.operators + Self.words).joined(separator: " "))",
      near: near
    )
  }

  /// A value compared with a constant.
  func compare(
    _ subject: Subject,
    _ comparison: FilterComparison,
    _ constant: TextFilterConstant,
    _ folding: TextFolding,
    at place: TextFilterToken
  ) throws(TextFilterError) -> FilterExpression {
    let values = try constant.values(of: subject.kind, for: subject.name)
    let isEquality = comparison == .equal || comparison == .notEqual
    if !isEquality, subject.kind == .object || values == [.null] {
      throw TextFilterError(
        column: place.column,
        found: place.shown,
        expected: "= or !=, as \(values == [.null] ? "nil" : "'\(subject.name)', an object,") has no order"
      )
    }
    guard folding.isEmpty || values == [.null] else {
      try refuseFolding(subject, comparison, at: place)
      guard let wanted = values[0].text else { throw notText(subject) }
      let folded = folding.fold(wanted)
      let test = FilterExpression.text(
        .custom(name: "==" + Self.flags(folding)) { text, _ in folding.fold(text) == folded },
        subject.value,
        .constant(values[0])
      )
      return comparison == .equal ? test : .not(test)
    }
    let parts = values.map { FilterExpression.compare(comparison, subject.value, .constant($0)) }
    return parts.count == 1 ? parts[0] : comparison == .notEqual ? .and(parts) : .or(parts)
  }

  /// Two values of objects compared with each other.
  private func compare(
    _ subject: Subject,
    _ comparison: FilterComparison,
    _ value: FilterExpression,
    _ kind: TextFilterNames.Kind,
    _ name: String,
    _ folding: TextFolding,
    at place: TextFilterToken
  ) throws(TextFilterError) -> FilterExpression {
    guard Self.areComparable(subject.kind, kind) else {
      throw TextFilterError(
        column: place.column,
        found: "'\(name)'",
        expected: "a value of the kind of '\(subject.name)'"
      )
    }
    guard !folding.isEmpty else { return .compare(comparison, subject.value, value) }
    try refuseFolding(subject, comparison, at: place)
    let test = FilterExpression.text(
      .custom(name: "==" + Self.flags(folding)) { folding.fold($0) == folding.fold($1) },
      subject.value,
      value
    )
    return comparison == .equal ? test : .not(test)
  }

  private static func areComparable(_ a: TextFilterNames.Kind, _ b: TextFilterNames.Kind) -> Bool {
    switch (a, b) {
    case (.field, _), (_, .field): true
    case (.stored(let a), .stored(let b)):
      ValueClass(a) == ValueClass(b)
        || Set([ValueClass(a), ValueClass(b)]) == [.signed, .unsigned]
    case (.stored(let kind), .number), (.number, .stored(let kind)):
      ValueClass(kind) == .signed || ValueClass(kind) == .unsigned
    default: a == b
    }
  }

  private func refuseFolding(
    _ subject: Subject,
    _ comparison: FilterComparison,
    at place: TextFilterToken
  ) throws(TextFilterError) {
    guard comparison == .equal || comparison == .notEqual else {
      throw TextFilterError(
        column: place.column,
        found: "letters in brackets",
        expected: "them behind = or !="
      )
    }
    guard isText(subject) else { throw notText(subject) }
  }

  // MARK: Lists

  private mutating func parseList(of subject: Subject) throws(TextFilterError) -> [[StoredValue]] {
    try expect("{", "and values with commas between them")
    var values: [[StoredValue]] = []
    if take("}") { return [] }
    repeat {
      values.append(try parseConstant().values(of: subject.kind, for: subject.name))
    } while take(",")
    try expect("}", "or a comma behind the value")
    return values
  }

  private mutating func parseBetween(_ subject: Subject) throws(TextFilterError) -> FilterExpression {
    let start = token
    advance()
    let bounds = try parseList(of: subject)
    guard bounds.count == 2, !bounds.contains([.null]), subject.kind != .object else {
      throw TextFilterError(
        column: start.column,
        found: "\(bounds.count) bounds behind BETWEEN",
        expected: "two values with an order: {lowest, highest}"
      )
    }
    let ranges = zip(bounds[0], bounds[1]).map {
      FilterExpression.range(subject.value, lower: $0, upper: $1, includesUpper: true)
    }
    return ranges.count == 1 ? ranges[0] : .or(ranges)
  }

  private mutating func parseMembership(_ subject: Subject) throws(TextFilterError) -> FilterExpression {
    advance()
    return .membership(subject.value, of: try parseList(of: subject).flatMap { $0 })
  }

  // MARK: Texts

  private func isText(_ subject: Subject) -> Bool {
    [.stored(.string), .stored(.url), .field].contains(subject.kind)
  }

  private func notText(_ subject: Subject) -> TextFilterError {
    TextFilterError(column: subject.column, found: "'\(subject.name)'", expected: "a text for this operator")
  }

  private static func flags(_ folding: TextFolding) -> String {
    folding.isEmpty
      ? "" : "[" + (folding.contains(.case) ? "c" : "") + (folding.contains(.diacritics) ? "d" : "") + "]"
  }

  private mutating func parseTextTest(
    _ subject: Subject,
    _ word: String
  ) throws(TextFilterError) -> FilterExpression {
    guard isText(subject) else { throw notText(subject) }
    advance()
    let folding = try parseFlags()
    let constant = try parseConstant()
    let value = try constant.values(of: subject.kind, for: subject.name)[0]
    guard value.isNull || value.text != nil else {
      throw TextFilterError(column: constant.column, found: constant.shown, expected: "a text in quotes")
    }
    let pattern = folding.fold(value.text ?? "")
    let operation: FilterTextOperation
    switch (word, folding.isEmpty) {
    case ("CONTAINS", true): operation = .contains
    case ("BEGINSWITH", true): operation = .startsWith
    case ("CONTAINS", _):
      operation = .custom(name: word + Self.flags(folding)) { text, _ in
        folding.fold(text).contains(pattern)
      }
    case ("BEGINSWITH", _):
      operation = .custom(name: word + Self.flags(folding)) { text, _ in
        folding.fold(text).starts(with: pattern)
      }
    default:
      operation = .custom(name: word + Self.flags(folding)) { text, _ in
        folding.fold(text).reversed().starts(with: pattern.reversed())
      }
    }
    // The pattern as it was written, for plans.
    return .text(operation, subject.value, .constant(value.isNull ? .null : .string(value.text ?? "")))
  }
}
