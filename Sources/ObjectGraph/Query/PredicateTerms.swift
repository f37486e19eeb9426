import Foundation

/// A `&&`, taken apart without knowing the types of its sides.
protocol PredicateTerms {
  /// The terms of the chain that starts here, from left to right.
  var terms: [any PredicateExpression<Bool>] { get }
}

extension PredicateList: PredicateTerms {
  var terms: [any PredicateExpression<Bool>] {
    guard wantsAll, predicates.count > 1 else { return [self] }
    return predicates.map { PredicateList(variable, [$0], wantsAll: true) }
  }
}

extension PredicateExpressions.Conjunction: PredicateTerms {
  var terms: [any PredicateExpression<Bool>] {
    ((lhs as? any PredicateTerms)?.terms ?? [lhs]) + ((rhs as? any PredicateTerms)?.terms ?? [rhs])
  }
}
