/// A value inside a filter that only its maker can compute: the engine reads what it needs from records.
package final class FilterComputation: Sendable {
  /// The value in words, for plans.
  package let name: String
  /// What is read from records.
  package let inputs: [FilterExpression]
  /// Whether computing can neither throw nor depend on what was tested before.
  package let isTotal: Bool
  /// Computes the value. It has to be pure, and to throw `FilterFailure` or what reading an input throws.
  package let compute: @Sendable (FilterInputs) throws -> StoredValue

  /// Makes a computation of its parts.
  package init(
    name: String,
    inputs: [FilterExpression],
    isTotal: Bool,
    compute: @escaping @Sendable (FilterInputs) throws -> StoredValue
  ) {
    self.name = name
    self.inputs = inputs
    self.isTotal = isTotal && inputs.allSatisfy(\.isTotal)
    self.compute = compute
  }

  /// The same with inputs that are folded.
  func folded() -> FilterComputation {
    FilterComputation(name: name, inputs: inputs.map { $0.folded() }, isTotal: isTotal, compute: compute)
  }
}
