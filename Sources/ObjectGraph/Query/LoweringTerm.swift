import Foundation
import LogStore

/// What a predicate node stands for while a predicate is lowered.
enum LoweringTerm {
  /// A value or condition on records.
  case value(FilterExpression)
  /// A captured value, and how it is stored if it has a kind of its own.
  case constant(Any, StoredValue?)
  /// An object, or none.
  case object(ObjectTerm)
  /// An attribute whose value is looked into, not compared.
  case structured(StructuredTerm)
  /// The targets of a to-many relationship.
  case collection(CollectionTerm)
  /// A range whose bounds are values.
  case range(lower: FilterExpression, upper: FilterExpression, includesUpper: Bool)
  /// The order of two strings by a rule of Foundation's.
  case order(TextOrderTerm)

  /// The term as a value; nil if it is none.
  var expression: FilterExpression? {
    switch self {
    case .value(let expression): expression
    case .constant(_, let stored): stored.map { .constant($0) }
    default: nil
    }
  }

  /// Whether this is a captured nil.
  var isNil: Bool {
    guard case .constant(let value, let stored) = self else { return false }
    return stored == .null || (value as? any OptionalValue)?.isNone == true
  }
}
