/// Holds always or never.
final class ConstantCondition: Condition {
  private let answer: Bool

  init(_ answer: Bool) { self.answer = answer }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool { answer }
}
