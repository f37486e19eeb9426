/// A condition, or a value inside of one, over encoded records: what predicates are lowered to.
///
/// The semantics are Swift's: `==` on optionals treats null as a value, comparisons by order with null are
/// false, strings are equal by canonical equivalence and contain one another by characters, conditions are
/// evaluated from left to right and stop early. Arithmetic is checked: where Swift would trap, evaluation
/// throws.
package indirect enum FilterExpression: Sendable {
  /// A value captured by the predicate.
  case constant(StoredValue)
  /// An attribute of the object at a path.
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
  /// A string operation; false if either side is null.
  case text(FilterTextOperation, FilterExpression, FilterExpression)
  /// `test ? then : otherwise`, evaluated lazily.
  case conditional(FilterExpression, then: FilterExpression, otherwise: FilterExpression)
  /// `value ?? otherwise`, evaluated lazily.
  case coalesce(FilterExpression, FilterExpression)
  /// Checked arithmetic on two numbers of the same kind.
  case arithmetic(FilterArithmetic, FilterExpression, FilterExpression)
  /// Checked negation.
  case negate(FilterExpression)
  /// Whether a captured collection contains a value.
  case membership(FilterExpression, of: [StoredValue])
  /// Whether a value lies within bounds; the upper one may be left out of the range.
  case range(FilterExpression, lower: StoredValue?, upper: StoredValue?, includesUpper: Bool)
  /// Whether any (or every) target of a to-many relationship fulfils a condition, whose innermost variable
  /// is the target.
  case quantifier(FilterQuantifier, FilterPath, PropertyID, FilterExpression)
  /// Number of targets of a to-many relationship that fulfil a condition (nil: all of them).
  case memberCount(FilterPath, PropertyID, FilterExpression?)
  /// Number of characters of a string, of bytes of data.
  case length(FilterExpression)
}

/// How two values are compared.
package enum FilterComparison: UInt8, Sendable, Hashable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// What is asked about two strings.
package enum FilterTextOperation: Sendable {
  /// Swift's `contains`: by characters and canonical equivalence.
  case contains
  /// Swift's `starts(with:)`.
  case startsWith
  /// A test that this module has no words for (localised matching): text, then pattern. It has to be pure.
  case custom(name: String, @Sendable (String, String) -> Bool)
}

/// Operators of checked arithmetic.
package enum FilterArithmetic: UInt8, Sendable, Hashable {
  case add, subtract, multiply, divide, remainder
}

/// How many targets have to fulfil a condition.
package enum FilterQuantifier: UInt8, Sendable, Hashable {
  case any, all
}
