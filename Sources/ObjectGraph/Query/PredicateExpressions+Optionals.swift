import Foundation
import LogStore

extension PredicateExpressions.OptionalFlatMap: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let wrapped = wrapped.term(context) else { return nil }
    if wrapped.isNil {
      return ScalarType.kind(of: Result.self) == nil ? nil : .constant(Result?.none as Any, .null)
    }
    var inner = wrapped
    if case .constant(let value, let stored) = wrapped, let optional = value as? any OptionalValue {
      guard let present = optional.payload else { return nil }
      inner = .constant(present, stored)
    }
    guard let result = context.binding(variable.key, to: inner, { transform.term(context) }) else {
      return nil
    }
    return Self.propagating(result, from: wrapped)
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let wrapped = wrapped.compiled(builder),
      let (slot, transform) = builder.binding(variable.key, { transform.compiled(builder) })
    else { return nil }
    // The transform gives a result or an optional one; the types do not say which.
    let isPlain = RHS.Output.self == Result.self
    return Program { frame in
      guard let value = try wrapped.run(frame) else { return nil }
      frame.variables[slot] = value
      let result = try transform.run(frame)
      return isPlain ? result as? Result : (result as? Result?) ?? nil
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { wrapped.propertyName(context) }

  /// The result if there is a value, nil otherwise.
  private static func propagating(_ result: LoweringTerm, from wrapped: LoweringTerm) -> LoweringTerm? {
    switch wrapped {
    case .constant: return result
    case .value(let value):
      guard let expression = result.expression else { return nil }
      return .value(.conditional(.isNull(value), then: .constant(.null), otherwise: expression))
    case .structured(let structured):
      guard let expression = result.expression else { return nil }
      return .value(
        .conditional(.isNull(structured.attribute), then: .constant(.null), otherwise: expression)
      )
    case .object(let object):
      switch result {
      // What the path leads to is nil by itself where the object is missing.
      case .object, .collection, .structured: return result
      case .value(let expression):
        if expression.isNull(without: object.path) { return result }
        return .value(.conditional(.isNull(object.identity), then: .constant(.null), otherwise: expression))
      case .constant(_, let stored):
        return stored.map {
          .value(.conditional(.isNull(object.identity), then: .constant(.null), otherwise: .constant($0)))
        }
      case .range, .order: return nil
      }
    case .collection(let collection):
      // An optional to-many relationship is never nil; its owner may be.
      if case .value(let expression) = result {
        if expression.isNull(without: collection.owner.path) { return result }
        return .value(
          .conditional(.isNull(collection.owner.identity), then: .constant(.null), otherwise: expression)
        )
      }
      return nil
    case .range, .order: return nil
    }
  }
}

extension PredicateExpressions.NilCoalesce: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.expression(context), let right = rhs.expression(context) else { return nil }
    return .value(.coalesce(left, right))
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let left = lhs.compiled(builder), let right = rhs.compiled(builder) else { return nil }
    return Program { frame in try left.run(frame) ?? right.run(frame) }
  }
}

extension PredicateExpressions.ForcedUnwrap: Lowerable where Inner: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    switch inner.term(context) {
    case .value(let value): return .value(.unwrapped(value))
    case .constant(let value, let stored):
      guard let present = (value as? any OptionalValue)?.payload else {
        return .value(.unwrapped(.constant(.null)))
      }
      return .constant(present, stored)
    case .object(var object):
      object.requirements.append(
        ObjectTerm.Requirement(condition: .not(.isNull(.identity(object.path))), forced: object.path)
      )
      return .object(object)
    case .structured, .collection, .range, .order, nil: return nil
    }
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let inner = inner.compiled(builder) else { return nil }
    let property = builder.failing(self.inner)
    return inner.map { value in
      guard let value else { throw FilterFailure("unwrapping nil with !", property: property) }
      return value
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { inner.propertyName(context) }
}

extension FilterExpression {
  /// Whether the value is surely null if there is no object at a path.
  fileprivate func isNull(without prefix: FilterPath) -> Bool {
    switch self {
    case .attribute(let path, _), .structuredField(let path, _, _), .identity(let path),
      .quantifier(_, let path, _, _), .memberCount(let path, _, _):
      return path.variable == prefix.variable && path.hops.starts(with: prefix.hops)
    case .length(let value): return value.isNull(without: prefix)
    default: return false
    }
  }
}
