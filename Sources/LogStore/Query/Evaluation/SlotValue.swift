/// A type whose values a compiled condition reads from records without a `StoredValue` in between.
protocol SlotValue: Hashable, Comparable {
  /// The value in a record that has one. The caller has checked the class of the slot's kind.
  static func read(_ slot: FieldSlot, _ record: RecordView) -> Self
}

extension Int64: SlotValue {
  @inline(__always)
  static func read(_ slot: FieldSlot, _ record: RecordView) -> Int64 { slot.integer(record) }
}

extension UInt64: SlotValue {
  @inline(__always)
  static func read(_ slot: FieldSlot, _ record: RecordView) -> UInt64 { slot.unsigned(record) }
}

extension Double: SlotValue {
  @inline(__always)
  static func read(_ slot: FieldSlot, _ record: RecordView) -> Double { slot.floating(record) }
}

extension String: SlotValue {
  @inline(__always)
  static func read(_ slot: FieldSlot, _ record: RecordView) -> String { record.string(Int(slot.field)) }
}

extension UUIDBytes: SlotValue {
  @inline(__always)
  static func read(_ slot: FieldSlot, _ record: RecordView) -> UUIDBytes { record.uuid(Int(slot.field)) }
}
