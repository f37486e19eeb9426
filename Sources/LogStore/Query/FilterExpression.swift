/// A condition, or a value inside of one, over encoded records: what predicates are lowered to.
///
/// The semantics are Swift's: `==` on optionals treats null as a value, comparisons by order with null are
/// false, strings are equal by canonical equivalence and contain one another by characters, conditions are
/// evaluated from left to right and stop early. A null where a condition is asked for counts as false.
/// Arithmetic is checked: where Swift would trap, evaluation throws.
package indirect enum FilterExpression: Sendable {
  /// A value captured by the predicate.
  case constant(StoredValue)
  /// An attribute or to-one relationship of the object at a path; null if there is no such object.
  case attribute(FilterPath, PropertyID)
  /// A field inside a structured attribute, by the names of its coding keys.
  case structuredField(FilterPath, PropertyID, [String])
  /// The identity of the object at a path, as a reference; null if there is none.
  case identity(FilterPath)
  /// Two values compared.
  case compare(FilterComparison, FilterExpression, FilterExpression)
  /// All of them, from left to right.
  case and([FilterExpression])
  /// Any of them, from left to right.
  case or([FilterExpression])
  /// The opposite of a condition.
  case not(FilterExpression)
  /// Whether the object at a path is of an entity or one below it; false if there is none.
  case isKind(FilterPath, EntityID)
  /// Whether a value is null.
  case isNull(FilterExpression)
  /// An operation on strings or URLs; false if either side is null.
  case text(FilterTextOperation, FilterExpression, FilterExpression)
  /// `test ? then : otherwise`, evaluated lazily.
  case conditional(FilterExpression, then: FilterExpression, otherwise: FilterExpression)
  /// `value ?? otherwise`, evaluated lazily.
  case coalesce(FilterExpression, FilterExpression)
  /// Checked arithmetic on two numbers of one kind, whose width bounds the result; null if either is null.
  case arithmetic(FilterArithmetic, ValueKind, FilterExpression, FilterExpression)
  /// Checked negation of a number of a kind; null if it is null.
  case negate(ValueKind, FilterExpression)
  /// A value that must not be null: evaluation throws if it is.
  case unwrapped(FilterExpression)
  /// Whether a captured collection contains a value.
  case membership(FilterExpression, of: [StoredValue])
  /// Whether a value lies within bounds; the upper one may be left out of the range.
  case range(FilterExpression, lower: StoredValue?, upper: StoredValue?, includesUpper: Bool)
  /// Whether any (or every) target of a to-many relationship fulfils a condition, whose innermost variable
  /// is the target. Null if there is no object at the path.
  case quantifier(FilterQuantifier, FilterPath, PropertyID, FilterExpression)
  /// Number of targets of a to-many relationship that fulfil a condition (nil: all of them). Null if there
  /// is no object at the path.
  case memberCount(FilterPath, PropertyID, FilterExpression?)
  /// Number of characters of a string, of bytes of data; null if there is none.
  case length(FilterExpression)
  /// A value that its maker computes from values of records.
  case computed(FilterComputation)
}
