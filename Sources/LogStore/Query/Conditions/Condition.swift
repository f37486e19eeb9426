/// A compiled condition. Subclasses read the bytes of the record as directly as their shape allows.
///
/// A compiled filter belongs to one query of one task: its columns remember the layouts they met.
class Condition {
  /// Whether the condition holds for an object.
  func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool { false }
}
