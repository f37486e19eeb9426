import Foundation

/// A `&&`, taken apart without knowing the types of its sides.
protocol PredicateTerms {
  /// The terms of the chain that starts here, from left to right.
  var terms: [any PredicateExpression<Bool>] { get }
}

extension PredicateList: PredicateTerms {
  var terms: [any PredicateExpression<Bool>] {
    guard wantsAll, predicates.count > 1 else { return [self] }
    var terms: [any PredicateExpression<Bool>] = []
    for predicate in predicates {
      var term = self
      term.predicates = [predicate]
      terms.append(term)
    }
    return terms
  }
}

extension PredicateExpressions.Conjunction: PredicateTerms {
  var terms: [any PredicateExpression<Bool>] {
    ((lhs as? any PredicateTerms)?.terms ?? [lhs]) + ((rhs as? any PredicateTerms)?.terms ?? [rhs])
  }
}
