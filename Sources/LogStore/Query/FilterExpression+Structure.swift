extension FilterExpression {
  /// The condition that always holds.
  package static let always = FilterExpression.constant(.bool(true))
  /// The condition that never holds.
  package static let never = FilterExpression.constant(.bool(false))

  /// The value if this is a constant.
  package var constantValue: StoredValue? {
    if case .constant(let value) = self { return value }
    return nil
  }

  /// Whether evaluation can neither throw nor depend on what was tested before: only such conditions may be
  /// moved, left out early, or used to choose candidates.
  package var isTotal: Bool {
    switch self {
    case .constant, .attribute, .structuredField, .identity, .isKind: true
    case .arithmetic(_, let kind, let a, let b):
      (kind == .double || kind == .float) && a.isTotal && b.isTotal
    case .negate(let kind, let a): (kind == .double || kind == .float) && a.isTotal
    case .unwrapped: false
    case .compare(_, let a, let b), .text(_, let a, let b), .coalesce(let a, let b): a.isTotal && b.isTotal
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isTotal)
    case .not(let a), .isNull(let a), .length(let a), .membership(let a, _), .range(let a, _, _, _): a.isTotal
    case .conditional(let test, let a, let b): test.isTotal && a.isTotal && b.isTotal
    case .quantifier(_, _, _, let a): a.isTotal
    case .memberCount(_, _, let a): a?.isTotal ?? true
    case .computed(let computation): computation.isTotal
    }
  }

  /// The terms of the outermost `&&`, from left to right.
  package var conjuncts: [FilterExpression] {
    guard case .and(let parts) = self else { return [self] }
    let isFlat = parts.allSatisfy { if case .and = $0 { false } else { true } }
    return isFlat ? parts : parts.flatMap(\.conjuncts)
  }

  /// Whether it is one of the common forms that folding leaves as they are: to make it anew would allocate.
  private var isFolded: Bool {
    switch self {
    case .and(let parts):
      return parts.count > 1
        && parts.allSatisfy { if case .and = $0 { false } else { $0.isFolded } }
    case .compare(let comparison, .attribute, .constant(let value)),
      .compare(let comparison, .identity, .constant(let value)):
      return !value.isNull || (comparison != .equal && comparison != .notEqual)
    case .range(.attribute, _, _, _): return true
    default: return false
    }
  }

  /// The same condition or value with everything computed that depends on captured values only.
  package func folded() -> FilterExpression {
    isFolded ? self : foldedAnew()
  }

  private func foldedAnew() -> FilterExpression {
    switch self {
    case .constant, .attribute, .structuredField, .identity, .isKind: self
    case .compare(let comparison, let a, let b): Self.folded(comparison, a.folded(), b.folded())
    case .and(let parts): Self.folded(parts, neutral: true)
    case .or(let parts): Self.folded(parts, neutral: false)
    case .not(let a): a.folded().negated
    case .isNull(let a):
      switch a.folded() {
      case .constant(let value): .constant(.bool(value.isNull))
      case let inner: .isNull(inner)
      }
    case .text(let operation, let a, let b): Self.folded(operation, a.folded(), b.folded())
    case .conditional(let test, let a, let b):
      switch test.folded() {
      case .constant(let value): (value == .bool(true) ? a : b).folded()
      case let inner: .conditional(inner, then: a.folded(), otherwise: b.folded())
      }
    case .coalesce(let a, let b):
      switch a.folded() {
      case .constant(let value): value.isNull ? b.folded() : .constant(value)
      case let inner: .coalesce(inner, b.folded())
      }
    case .arithmetic(let operation, let kind, let a, let b):
      .arithmetic(operation, kind, a.folded(), b.folded())
    case .negate(let kind, let a): .negate(kind, a.folded())
    case .unwrapped(let a):
      switch a.folded() {
      case .constant(let value) where !value.isNull: .constant(value)
      case let inner: .unwrapped(inner)
      }
    case .membership(let a, let values):
      switch a.folded() {
      case .constant(let value): .constant(.bool(values.contains { value.isEqual(to: $0) }))
      case let inner: values.isEmpty && inner.isTotal ? .never : .membership(inner, of: values)
      }
    case .range(let a, let lower, let upper, let includesUpper):
      .range(a.folded(), lower: lower, upper: upper, includesUpper: includesUpper)
    case .quantifier(let quantifier, let path, let relationship, let a):
      .quantifier(quantifier, path, relationship, a.folded())
    case .memberCount(let path, let relationship, let a): .memberCount(path, relationship, a?.folded())
    case .length(let a):
      switch a.folded() {
      case .constant(.string(let text)): .constant(.int(Int64(text.count)))
      case let inner: .length(inner)
      }
    case .computed(let computation): .computed(computation.folded())
    }
  }

  private var negated: FilterExpression {
    switch self {
    case .constant(let value): .constant(.bool(value != .bool(true)))
    case .not(let inner) where inner.isCondition: inner
    default: .not(self)
    }
  }

  /// Whether the value is true or false and never null.
  private var isCondition: Bool {
    switch self {
    case .compare, .and, .or, .not, .isKind, .isNull, .text, .membership, .range: true
    case .constant(let value): !value.isNull
    default: false
    }
  }

  private static func folded(
    _ comparison: FilterComparison,
    _ a: FilterExpression,
    _ b: FilterExpression
  ) -> FilterExpression {
    if let x = a.constantValue {
      if let y = b.constantValue { return .constant(.bool(x.holds(comparison, y))) }
      return folded(comparison.mirrored, b, a)
    }
    switch (comparison, b) {
    case (.equal, .constant(.null)): return .isNull(a)
    case (.notEqual, .constant(.null)): return .not(.isNull(a))
    case (.equal, .constant(.bool(true))) where a.isCondition: return a
    case (.equal, .constant(.bool(false))) where a.isCondition: return a.negated
    case (.notEqual, .constant(.bool(true))) where a.isCondition: return a.negated
    case (.notEqual, .constant(.bool(false))) where a.isCondition: return a
    default: return .compare(comparison, a, b)
    }
  }

  private static func folded(
    _ operation: FilterTextOperation,
    _ a: FilterExpression,
    _ b: FilterExpression
  ) -> FilterExpression {
    guard let x = a.constantValue, let y = b.constantValue else {
      if case .constant(.null) = b, a.isTotal { return .never }
      return .text(operation, a, b)
    }
    guard let text = x.text, let pattern = y.text else { return .never }
    return .constant(.bool(operation.holds(text, pattern)))
  }

  /// Folds a chain of `&&` (neutral is true) or `||` (neutral is false).
  private static func folded(_ parts: [FilterExpression], neutral: Bool) -> FilterExpression {
    var kept: [FilterExpression] = []
    scan: for part in parts {
      let part = part.folded()
      switch part {
      case .constant(let value):
        if (value == .bool(true)) == neutral { continue }
        // What comes after is never reached; what comes before decides nothing unless it can throw.
        if kept.allSatisfy(\.isTotal) { return .constant(.bool(!neutral)) }
        kept.append(.constant(.bool(!neutral)))
        break scan
      case .and(let inner) where neutral: kept += inner
      case .or(let inner) where !neutral: kept += inner
      default: kept.append(part)
      }
    }
    if kept.isEmpty { return .constant(.bool(neutral)) }
    return kept.count == 1 && kept[0].isCondition ? kept[0] : (neutral ? .and(kept) : .or(kept))
  }
}
