extension StoredValue {
  /// Equality as Swift has it between the values that these stand for: null equals null, NaN equals nothing,
  /// both zeros are one, strings are equal by canonical equivalence, decimals by their number.
  func isEqual(to other: StoredValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.null, _), (_, .null): false
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.uint(let a), .uint(let b)): a == b
    case (.int(let a), .uint(let b)): a == b
    case (.uint(let a), .int(let b)): a == b
    case (.float(let a), .float(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.float(let a), .double(let b)): Double(a) == b
    case (.double(let a), .float(let b)): a == Double(b)
    case (.date(let a), .date(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a.compare(b) == 0
    case (.reference(let a), .reference(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.url(let a), .url(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.structured(let a), .structured(let b)): a == b
    case (.opaque(let a), .opaque(let b)): a == b
    default: false
    }
  }

  /// Whether this comes before another value as Swift has it; false if either is null or NaN or they are not
  /// of one kind.
  func isLess(than other: StoredValue) -> Bool {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): !a && b
    case (.int(let a), .int(let b)): a < b
    case (.uint(let a), .uint(let b)): a < b
    case (.int(let a), .uint(let b)): a < b
    case (.uint(let a), .int(let b)): a < b
    case (.float(let a), .float(let b)): a < b
    case (.double(let a), .double(let b)): a < b
    case (.float(let a), .double(let b)): Double(a) < b
    case (.double(let a), .float(let b)): a < Double(b)
    case (.date(let a), .date(let b)): a < b
    case (.uuid(let a), .uuid(let b)): a < b
    case (.decimal(let a), .decimal(let b)): a.compare(b) < 0
    case (.reference(let a), .reference(let b)): a < b
    case (.string(let a), .string(let b)): a < b
    case (.url(let a), .url(let b)): a < b
    case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
    default: false
    }
  }

  /// The text of a string or URL; nil for anything else.
  var text: String? {
    switch self {
    case .string(let text), .url(let text): text
    default: nil
    }
  }

  /// Whether the comparison holds.
  func holds(_ comparison: FilterComparison, _ other: StoredValue) -> Bool {
    switch comparison {
    case .equal: isEqual(to: other)
    case .notEqual: !isEqual(to: other)
    case .less: isLess(than: other)
    case .greater: other.isLess(than: self)
    case .lessOrEqual: isAtMost(other)
    case .greaterOrEqual: other.isAtMost(self)
    }
  }

  /// `<=`, which for texts is "not greater" (Swift leaves some pairs of texts unordered).
  private func isAtMost(_ other: StoredValue) -> Bool {
    if case .string = self, case .string = other { return !other.isLess(than: self) }
    return !isNull && (isLess(than: other) || isEqual(to: other))
  }
}
