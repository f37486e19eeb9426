package import LogStore

/// A predicate split into what the store can decide on encoded records and what only objects can answer.
package struct LoweredPredicate<T> {
  /// Condition for the store; nil admits all.
  package var filter: FilterExpression?
  /// What has to be evaluated on each object that passes the filter; nil if the filter is exact.
  package var residual: ResidualPredicate<T>?

  /// Makes a plan of its parts.
  package init(filter: FilterExpression?, residual: ResidualPredicate<T>?) {
    self.filter = filter
    self.residual = residual
  }
}
