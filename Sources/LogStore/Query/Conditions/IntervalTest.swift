/// Whether a number or date lies in a closed interval: every comparison with a constant is this or its opposite.
/// NaN lies in none.
struct IntervalTest<Value: SlotValue>: ValueTest {
  let lower: Value
  let upper: Value

  @inline(__always)
  func holds(_ value: Value) -> Bool { lower <= value && value <= upper }
}
