/// Whether a value of the object fulfils a test, or does not.
final class ValueCondition<Test: ValueTest>: Condition {
  private let column: Column
  private let question: Test
  private let isNegated: Bool
  private let valueClass: ValueClass
  private let general: Condition

  /// - Parameters:
  ///   - negated: Whether the opposite is asked for; null then fulfils the condition.
  ///   - valueClass: The class of kinds that are read as values of the type.
  ///   - general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ question: Test,
    negated: Bool = false,
    _ valueClass: ValueClass,
    general: Condition
  ) {
    self.column = column
    self.question = question
    isNegated = negated
    self.valueClass = valueClass
    self.general = general
  }

  override var isPlain: Bool { true }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard slot.state == .stored, ValueClass(slot.kind) == valueClass else {
      return try general.test(row, evaluator)
    }
    guard slot.isPresent(in: row.record) else { return isNegated }
    return question.holds(Test.Value.read(slot, row.record)) != isNegated
  }
}
