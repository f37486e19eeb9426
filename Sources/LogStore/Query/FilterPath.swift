/// Where a filter finds a value: a variable, then relationships to follow, to-many ones to their first
/// target.
package struct FilterPath: Sendable, Hashable {
  /// 0 is the object that the query tests; each quantifier around the expression adds one for its element.
  package var variable: Int
  /// Relationships followed from there, in order. A missing object anywhere makes the value null.
  package var hops: [PropertyID]

  /// Whether it is the object that the query tests.
  var isObject: Bool { variable == 0 && hops.isEmpty }

  /// Makes a path.
  package init(variable: Int = 0, hops: [PropertyID] = []) {
    self.variable = variable
    self.hops = hops
  }
}
