/// A string of the object against a captured one.
final class TextCondition: Condition {
  /// What is asked.
  enum Question {
    case equal, less, lessOrEqual, greater, greaterOrEqual, contains, startsWith
  }

  private let column: Column
  private let question: Question
  private let constant: TextConstant
  private let isNegated: Bool
  private let general: Condition

  /// - Parameters:
  ///   - negated: Whether the opposite is asked for; null then fulfils the condition.
  ///   - general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ question: Question,
    _ constant: String,
    negated: Bool = false,
    general: Condition
  ) {
    self.column = column
    self.question = question
    self.constant = TextConstant(constant)
    isNegated = negated
    self.general = general
  }

  override var isPlain: Bool { true }

  override func test(_ row: Row, _ evaluator: Evaluator) throws(StoreError) -> Bool {
    let slot = column.slot(in: row.record.layout)
    guard isOurs(slot) else { return try general.test(row, evaluator) }
    return holds(slot, row.record)
  }

  override func select(
    _ places: UnsafeMutablePointer<Int>,
    _ count: Int,
    of rows: UnsafePointer<Row>,
    _ evaluator: Evaluator
  ) throws(StoreError) -> Int {
    var slots = SlotRun(column)
    return try Self.keep(places, count) { place throws(StoreError) in
      let record = rows[place].record
      let slot = slots.slot(of: record)
      return isOurs(slot) ? holds(slot, record) : try general.test(rows[place], evaluator)
    }
  }

  @inline(__always)
  private func isOurs(_ slot: FieldSlot) -> Bool { slot.state == .stored && slot.kind == .string }

  @inline(__always)
  private func holds(_ slot: FieldSlot, _ record: RecordView) -> Bool {
    guard slot.isPresent(in: record) else { return isNegated }
    let text = record.bytes(Int(slot.field))
    let answer =
      switch question {
      case .equal: constant.equals(text)
      case .contains: constant.isContained(in: text)
      case .startsWith: constant.isPrefix(of: text)
      case .less: constant.isPreceded(by: text)
      case .lessOrEqual: !constant.isFollowed(by: text)
      case .greater: constant.isFollowed(by: text)
      case .greaterOrEqual: !constant.isPreceded(by: text)
      }
    return answer != isNegated
  }
}
