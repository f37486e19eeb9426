import Foundation

/// A `&&`, taken apart without knowing the types of its sides.
protocol PredicateTerms {
  /// The terms of the chain that starts here, from left to right.
  var terms: [any PredicateExpression<Bool>] { get }
}

extension PredicateList: PredicateTerms {
  var terms: [any PredicateExpression<Bool>] {
    guard wantsAll, predicates.count > 1 else { return erased([self]) }
    return erased(predicates.map { only($0) })
  }

  private func only(_ predicate: Predicate<repeat each Input>) -> PredicateList {
    var copy = self
    copy.predicates = [predicate]
    return copy
  }
}

/// Forgets the type of expressions. A function of its own: erasing a type with a parameter pack in place
/// crashes the compiler (6.3.1).
private func erased<Term: PredicateExpression<Bool>>(_ terms: [Term]) -> [any PredicateExpression<Bool>] {
  terms.map { $0 }
}

extension PredicateExpressions.Conjunction: PredicateTerms {
  var terms: [any PredicateExpression<Bool>] {
    ((lhs as? any PredicateTerms)?.terms ?? [lhs]) + ((rhs as? any PredicateTerms)?.terms ?? [rhs])
  }
}
