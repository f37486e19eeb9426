import Foundation
import LogStore

extension PredicateExpressions.Equal: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.term(context), let right = rhs.term(context) else { return nil }
    return context.equality(left, right, of: LHS.Output.self).map { .value($0) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    lhs.compiled(builder)?.combined(with: rhs.compiled(builder)) { $0 == $1 }
  }
}

extension PredicateExpressions.NotEqual: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.term(context), let right = rhs.term(context) else { return nil }
    return context.equality(left, right, of: LHS.Output.self).map { .value(.not($0)) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    lhs.compiled(builder)?.combined(with: rhs.compiled(builder)) { $0 != $1 }
  }
}

extension PredicateExpressions.Comparison: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard ScalarType.orderedKind(of: LHS.Output.self) != nil, let left = lhs.expression(context),
      let right = rhs.expression(context), let comparison
    else { return nil }
    return .value(.compare(comparison, left, right))
  }

  /// The operator; nil if it is one that came later.
  var comparison: FilterComparison? {
    switch op {
    case .lessThan: .less
    case .lessThanOrEqual: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqual: .greaterOrEqual
    @unknown default: nil
    }
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    let compare: (LHS.Output, LHS.Output) -> Bool
    switch op {
    case .lessThan: compare = { $0 < $1 }
    case .lessThanOrEqual: compare = { $0 <= $1 }
    case .greaterThan: compare = { $0 > $1 }
    case .greaterThanOrEqual: compare = { $0 >= $1 }
    @unknown default: return nil
    }
    return lhs.compiled(builder)?.combined(with: rhs.compiled(builder), compare)
  }
}

extension PredicateExpressions.Range: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let lower = lower.expression(context), let upper = upper.expression(context) else { return nil }
    return .range(lower: lower, upper: upper, includesUpper: false)
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let low = lower.compiled(builder) else { return nil }
    let property = builder.failing(lower, upper)
    return low.combined(with: upper.compiled(builder)) { low, high in
      guard low <= high else { throw FilterFailure("\(low)..<\(high)", property: property) }
      return low..<high
    }
  }
}

extension PredicateExpressions.ClosedRange: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let lower = lower.expression(context), let upper = upper.expression(context) else { return nil }
    return .range(lower: lower, upper: upper, includesUpper: true)
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let low = lower.compiled(builder) else { return nil }
    let property = builder.failing(lower, upper)
    return low.combined(with: upper.compiled(builder)) { low, high in
      guard low <= high else { throw FilterFailure("\(low)...\(high)", property: property) }
      return low...high
    }
  }
}

extension PredicateExpressions.RangeExpressionContains: Lowerable
where RangeExpression: Lowerable, Element: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let range = range.term(context), let element = element.term(context) else { return nil }
    return context.contains(range, element, of: Element.Output.self).map { .value($0) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    range.compiled(builder)?.combined(with: element.compiled(builder)) { $0.contains($1) }
  }
}

extension LoweringContext {
  /// The condition that a range contains an element.
  func contains(_ range: LoweringTerm, _ element: LoweringTerm, of type: Any.Type) -> FilterExpression? {
    guard ScalarType.orderedKind(of: type) != nil, let value = element.expression else { return nil }
    switch range {
    case .range(let lower, let upper, let includesUpper):
      // Foundation traps on bounds in the wrong order; nothing lies between them.
      if let low = lower.constantValue, let high = upper.constantValue {
        return .range(value, lower: low, upper: high, includesUpper: includesUpper)
      }
      return .and([
        .compare(.greaterOrEqual, value, lower), .compare(includesUpper ? .lessOrEqual : .less, value, upper),
      ])
    case .constant(let captured, _):
      guard let bounds = captured as? any CapturedRange else { return nil }
      var lower: StoredValue?
      var upper: StoredValue?
      if let lowest = bounds.lowest {
        lower = ScalarValue.stored(any: lowest, store: store)
        if lower == nil { return nil }
      }
      if let highest = bounds.highest {
        upper = ScalarValue.stored(any: highest, store: store)
        if upper == nil { return nil }
      }
      return .range(value, lower: lower, upper: upper, includesUpper: bounds.includesHighest)
    default: return nil
    }
  }
}
