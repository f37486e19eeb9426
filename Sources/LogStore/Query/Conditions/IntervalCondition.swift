/// Whether a number or date of the object lies in a closed interval: every comparison with a constant is this or its
/// opposite. NaN lies in none.
///
/// Not generic over the number: methods of generic classes are not specialised, and cost five times as much.
final class IntervalCondition: Condition {
  /// The ends.
  enum Interval {
    case signed(Int64, Int64)
    case unsigned(UInt64, UInt64)
    case floating(Double, Double)
  }

  private let column: Column
  private let interval: Interval
  private let isNegated: Bool
  private let valueClass: ValueClass
  private let general: Condition

  /// - Parameters:
  ///   - negated: Whether the opposite is asked for; null then fulfils the condition.
  ///   - valueClass: The class of kinds that are read as values of the type.
  ///   - general: The same condition for records that keep the property differently.
  init(
    _ column: Column,
    _ interval: Interval,
    negated: Bool = false,
    _ valueClass: ValueClass,
    general: Condition
  ) {
    self.column = column
    self.interval = interval
    isNegated = negated
    self.valueClass = valueClass
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
  private func isOurs(_ slot: FieldSlot) -> Bool {
    slot.state == .stored && ValueClass(slot.kind) == valueClass
  }

  @inline(__always)
  private func holds(_ slot: FieldSlot, _ record: RecordView) -> Bool {
    guard slot.isPresent(in: record) else { return isNegated }
    let isInside: Bool
    switch interval {
    case .signed(let lower, let upper):
      let value = slot.integer(record)
      isInside = lower <= value && value <= upper
    case .unsigned(let lower, let upper):
      let value = slot.unsigned(record)
      isInside = lower <= value && value <= upper
    case .floating(let lower, let upper):
      let value = slot.floating(record)
      isInside = lower <= value && value <= upper
    }
    return isInside != isNegated
  }
}
