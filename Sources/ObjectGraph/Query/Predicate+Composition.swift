public import Foundation

extension Predicate {
  /// The predicate that holds where all of some predicates do. An empty list holds everywhere.
  public static func all(_ predicates: [Self]) -> Self { list(predicates, wantsAll: true) }

  /// The predicate that holds where any of some predicates does. An empty list holds nowhere.
  public static func any(_ predicates: [Self]) -> Self { list(predicates, wantsAll: false) }

  /// The predicate that holds where this one and another do.
  public func and(_ other: Self) -> Self { .all([self, other]) }

  /// The predicate that holds where this one or another does.
  public func or(_ other: Self) -> Self { .any([self, other]) }

  /// The predicate that holds where another does not.
  public static prefix func ! (_ predicate: Self) -> Self {
    Self { (variable: repeat PredicateExpressions.Variable<each Input>) in
      PredicateExpressions.build_Negation(PredicateList((repeat each variable), [predicate], wantsAll: true))
    }
  }

  private static func list(_ predicates: [Self], wantsAll: Bool) -> Self {
    Self { (variable: repeat PredicateExpressions.Variable<each Input>) in
      PredicateList((repeat each variable), predicates, wantsAll: wantsAll)
    }
  }
}
