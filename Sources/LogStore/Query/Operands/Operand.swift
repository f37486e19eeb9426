/// A compiled value of a filter: the general form, for everything that has no condition of its own.
class Operand {
  /// The value for an object.
  func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue { .null }
}
