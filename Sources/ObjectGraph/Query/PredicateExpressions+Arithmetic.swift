import Foundation
import LogStore

extension PredicateExpressions.Arithmetic: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    let operation: FilterArithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: .divide
      }
    return operation == .divide ? nil : context.arithmetic(operation, lhs, rhs, LHS.Output.self)
  }
}

extension PredicateExpressions.FloatDivision: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    context.arithmetic(.divide, lhs, rhs, LHS.Output.self)
  }
}

extension PredicateExpressions.IntDivision: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    context.arithmetic(.divide, lhs, rhs, LHS.Output.self)
  }
}

extension PredicateExpressions.IntRemainder: Lowerable where LHS: Lowerable, RHS: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    context.arithmetic(.remainder, lhs, rhs, LHS.Output.self)
  }
}

extension PredicateExpressions.UnaryMinus: Lowerable where Wrapped: Lowerable {
  func lower(_ context: LoweringContext) -> LoweringTerm? {
    guard let kind = ScalarType.arithmeticKind(of: Wrapped.Output.self) else { return nil }
    return wrapped.expression(context).map { .value(.negate(kind, $0)) }
  }
}

extension LoweringContext {
  /// Checked arithmetic on two numbers of a type.
  fileprivate func arithmetic(
    _ operation: FilterArithmetic,
    _ left: some Lowerable,
    _ right: some Lowerable,
    _ type: Any.Type
  ) -> LoweringTerm? {
    guard let kind = ScalarType.arithmeticKind(of: type), let a = left.expression(self),
      let b = right.expression(self)
    else { return nil }
    return .value(.arithmetic(operation, kind, a, b))
  }
}
