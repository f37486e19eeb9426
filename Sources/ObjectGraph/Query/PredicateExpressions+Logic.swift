import Foundation
import LogStore

extension PredicateExpressions.Variable: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context[key] }
}

extension PredicateExpressions.Value: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context.constant(value) }
}

extension PredicateExpressions.NilLiteral: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { .constant(Wrapped?.none as Any, .null) }
}

extension PredicateExpressions.Conjunction: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.expression(context), let right = rhs.expression(context) else { return nil }
    return .value(.and([left, right]))
  }
}

extension PredicateExpressions.Disjunction: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.expression(context), let right = rhs.expression(context) else { return nil }
    return .value(.or([left, right]))
  }
}

extension PredicateExpressions.Negation: Lowerable where Wrapped: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    wrapped.expression(context).map { .value(.not($0)) }
  }
}

extension PredicateExpressions.Conditional: Lowerable where Test: Lowerable, If: Lowerable, Else: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let test = test.expression(context), let then = trueBranch.expression(context),
      let otherwise = falseBranch.expression(context)
    else { return nil }
    return .value(.conditional(test, then: then, otherwise: otherwise))
  }
}
