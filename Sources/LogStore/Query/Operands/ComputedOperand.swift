/// A value that its maker computes.
final class ComputedOperand: Operand {
  private let computation: FilterComputation
  private let operands: [Operand]

  init(_ computation: FilterComputation, _ operands: [Operand]) {
    self.computation = computation
    self.operands = operands
  }

  override func value(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> StoredValue {
    do {
      return try computation.compute(FilterInputs(operands, row, evaluator))
    } catch let error as StoreError {
      throw error
    } catch let failure as FilterFailure {
      throw failure.error(on: row.id)
    } catch {
      throw FilterFailure("\(error) in \(computation.name)", property: "").error(on: row.id)
    }
  }
}
