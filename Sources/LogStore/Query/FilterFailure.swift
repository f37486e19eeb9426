/// Something that a predicate asked for and that has no result: where Swift would trap, evaluation throws.
package struct FilterFailure: Error {
  /// The operator with its operands, such as `1 / 0 in Int`.
  package var operation: String
  /// Name of the property that the operands come from; empty if unknown.
  package var property: String

  /// Describes a failure.
  package init(_ operation: String, property: String) {
    self.operation = operation
    self.property = property
  }

  /// The failure on an object.
  package func error(on object: ObjectID) -> StoreError {
    .arithmetic(operation, object: object, property: property)
  }
}
