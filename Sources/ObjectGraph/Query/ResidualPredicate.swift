import Foundation
import LogStore

/// The terms of a predicate that only objects can answer, made ready to be run on them.
package struct ResidualPredicate<Input>: Sendable {
  /// The terms in words, for plans.
  package let text: String
  private let terms: UncheckedBox<[Program<Bool>]>
  private let variableCount: Int

  /// - Parameters:
  ///   - terms: From left to right; their first variable is the object.
  ///   - variableCount: Number of their variables.
  init(text: String, terms: [Program<Bool>], variableCount: Int) {
    self.text = text
    self.terms = UncheckedBox(terms)
    self.variableCount = variableCount
  }

  /// Whether all terms hold for an object. Throws `FilterFailure` where Swift would trap.
  func holds(for object: Input) throws -> Bool {
    let frame = ProgramFrame([object], count: variableCount)
    for term in terms.value {
      guard try term.run(frame) else { return false }
    }
    return true
  }
}
