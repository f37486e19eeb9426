import Foundation
import LogStore

/// A predicate node that can say what it means for encoded records, and that can be evaluated here.
///
/// Foundation's nodes conform where their children do, so that one cast at the root of a predicate decides,
/// and the rest are static calls. Foundation's own evaluation is never used: it traps on overflow, on
/// division by zero and on subscripts out of range.
protocol Lowerable<Output>: PredicateExpression {
  /// What the node stands for on records; nil if the store has no words for it.
  func lower(_ context: LoweringContext) -> LoweringTerm?
  /// What the node stands for on records, computed from decoded values where the store has no words for it.
  func term(_ context: LoweringContext) -> LoweringTerm?
  /// The node as a checked program; nil if it cannot be evaluated without the risk of a trap, or reads
  /// something that the builder does not offer.
  func program(_ builder: ProgramBuilder) -> Program<Output>?
  /// The node in words.
  func text(_ context: LoweringContext) -> String
  /// Name of the first property that the node reads, for messages; nil if it reads none.
  func propertyName(_ context: LoweringContext) -> String?
}

extension Lowerable {
  func term(_ context: LoweringContext) -> LoweringTerm? { lower(context) ?? context.computed(self) }

  func propertyName(_ context: LoweringContext) -> String? { nil }

  /// The node as a value or condition.
  func expression(_ context: LoweringContext) -> FilterExpression? { term(context)?.expression }

  /// The node as a checked program: of its own, or as an input that is read from records.
  func compiled(_ builder: ProgramBuilder) -> Program<Output>? {
    program(builder) ?? builder.input(builder.readsRecords ? lower(builder.context) : nil, as: Output.self)
  }
}
