import Foundation
import LogStore

extension PredicateExpressions.Variable: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context[key] }

  func term(_ context: LoweringContext) -> LoweringTerm? { context[key] }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { builder.variable(key, as: Output.self) }
}

extension PredicateExpressions.Value: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context.constant(value) }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    let value = value
    return Program { _ in value }
  }
}

extension PredicateExpressions.NilLiteral: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { .constant(Wrapped?.none as Any, .null) }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { Program { _ in nil } }
}

extension PredicateExpressions.Conjunction: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.expression(context), let right = rhs.expression(context) else { return nil }
    return .value(.and([left, right]))
  }

  // The sides are conditions: each has been computed for itself if it could be.
  func term(_ context: LoweringContext) -> LoweringTerm? { lower(context) }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    guard let left = lhs.compiled(builder), let right = rhs.compiled(builder) else { return nil }
    return Program { frame in try left.run(frame) && right.run(frame) }
  }
}

extension PredicateExpressions.Disjunction: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let left = lhs.expression(context), let right = rhs.expression(context) else { return nil }
    return .value(.or([left, right]))
  }

  func term(_ context: LoweringContext) -> LoweringTerm? { lower(context) }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? {
    guard let left = lhs.compiled(builder), let right = rhs.compiled(builder) else { return nil }
    return Program { frame in try left.run(frame) || right.run(frame) }
  }
}

extension PredicateExpressions.Negation: Lowerable where Wrapped: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    wrapped.expression(context).map { .value(.not($0)) }
  }

  func term(_ context: LoweringContext) -> LoweringTerm? { lower(context) }

  func program(_ builder: ProgramBuilder) -> Program<Bool>? { wrapped.compiled(builder)?.map { !$0 } }
}

extension PredicateExpressions.Conditional: Lowerable where Test: Lowerable, If: Lowerable, Else: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let test = test.expression(context), let then = trueBranch.expression(context),
      let otherwise = falseBranch.expression(context)
    else { return nil }
    return .value(.conditional(test, then: then, otherwise: otherwise))
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let test = test.compiled(builder), let then = trueBranch.compiled(builder),
      let otherwise = falseBranch.compiled(builder)
    else { return nil }
    return Program { frame in try test.run(frame) ? then.run(frame) : otherwise.run(frame) }
  }
}
