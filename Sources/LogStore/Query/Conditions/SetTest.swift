/// Whether a value is one of a captured collection.
struct SetTest<Value: SlotValue>: ValueTest {
  private let single: Value?
  private let wanted: Set<Value>

  init(_ wanted: Set<Value>) {
    self.wanted = wanted
    single = wanted.count == 1 ? wanted.first : nil
  }

  @inline(__always)
  func holds(_ value: Value) -> Bool {
    if let single { return value == single }
    return wanted.contains(value)
  }
}
