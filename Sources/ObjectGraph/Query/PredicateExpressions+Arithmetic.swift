import Foundation
import LogStore

extension PredicateExpressions.Arithmetic: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    operation.flatMap { context.arithmetic($0, lhs, rhs) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    operation.flatMap { builder.arithmetic($0, lhs, rhs) }
  }

  /// The operator; nil if it is one that came later.
  var operation: FilterArithmetic? {
    switch op {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.FloatDivision: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context.arithmetic(.divide, lhs, rhs) }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { builder.arithmetic(.divide, lhs, rhs) }
}

extension PredicateExpressions.IntDivision: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context.arithmetic(.divide, lhs, rhs) }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { builder.arithmetic(.divide, lhs, rhs) }
}

extension PredicateExpressions.IntRemainder: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? { context.arithmetic(.remainder, lhs, rhs) }

  func program(_ builder: ProgramBuilder) -> Program<Output>? { builder.arithmetic(.remainder, lhs, rhs) }
}

extension PredicateExpressions.UnaryMinus: Lowerable where Wrapped: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let kind = ScalarType.arithmeticKind(of: Wrapped.Output.self) else { return nil }
    return wrapped.expression(context).map { .value(.negate(kind, $0)) }
  }

  func program(_ builder: ProgramBuilder) -> Program<Output>? {
    guard let negate = CheckedNumber.negation(Output.self), let wrapped = wrapped.compiled(builder) else {
      return nil
    }
    let property = builder.failing(self.wrapped)
    return wrapped.map { value in
      guard let result = negate(value) else {
        throw FilterFailure("-\(value) in \(Output.self)", property: property)
      }
      return result
    }
  }

  func propertyName(_ context: LoweringContext) -> String? { wrapped.propertyName(context) }
}

extension LoweringContext {
  /// Checked arithmetic on two numbers of a type that the store computes with.
  fileprivate func arithmetic<LHS: Lowerable, RHS: Lowerable>(
    _ operation: FilterArithmetic,
    _ left: LHS,
    _ right: RHS
  ) -> LoweringTerm? {
    guard let kind = ScalarType.arithmeticKind(of: LHS.Output.self), let a = left.expression(self),
      let b = right.expression(self)
    else { return nil }
    return .value(.arithmetic(operation, kind, a, b))
  }
}

extension ProgramBuilder {
  /// Checked arithmetic on two numbers of any known type.
  fileprivate func arithmetic<LHS: Lowerable, RHS: Lowerable>(
    _ operation: FilterArithmetic,
    _ left: LHS,
    _ right: RHS
  ) -> Program<LHS.Output>? where LHS.Output == RHS.Output {
    guard let compute = CheckedNumber.operation(operation, LHS.Output.self), let a = left.compiled(self)
    else { return nil }
    let property = failing(left, right)
    return a.combined(with: right.compiled(self)) { x, y in
      guard let result = compute(x, y) else {
        throw FilterFailure("\(x) \(operation.symbol) \(y) in \(LHS.Output.self)", property: property)
      }
      return result
    }
  }
}
