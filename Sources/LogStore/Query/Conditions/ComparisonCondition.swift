/// Two values of any kind compared.
final class ComparisonCondition: Condition {
  private let comparison: FilterComparison
  private let left: Operand
  private let right: Operand

  init(_ comparison: FilterComparison, _ left: Operand, _ right: Operand) {
    self.comparison = comparison
    self.left = left
    self.right = right
  }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let value = try left.value(row, evaluator)
    return value.holds(comparison, try right.value(row, evaluator))
  }
}
