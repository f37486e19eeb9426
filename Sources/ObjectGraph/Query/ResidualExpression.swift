import Foundation

/// The terms of a predicate that only objects can answer, as a predicate of their own.
struct ResidualExpression<Input>: StandardPredicateExpression {
  typealias Output = Bool

  /// The variable of the new predicate.
  let variable: PredicateExpressions.Variable<Input>
  /// The variable that the terms refer to.
  let original: PredicateExpressions.Variable<Input>
  /// The terms, from left to right.
  let terms: [any StandardPredicateExpression<Bool>]

  func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    let inner = bindings.binding(original, to: try variable.evaluate(bindings))
    for term in terms {
      guard try term.evaluate(inner) else { return false }
    }
    return true
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "A residual predicate belongs to one fetch and cannot be encoded."
      )
    )
  }

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "A residual predicate belongs to one fetch and cannot be decoded."
      )
    )
  }

  init(
    variable: PredicateExpressions.Variable<Input>,
    original: PredicateExpressions.Variable<Input>,
    terms: [any StandardPredicateExpression<Bool>]
  ) {
    self.variable = variable
    self.original = original
    self.terms = terms
  }
}
