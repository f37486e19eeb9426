/// What a condition asks of a value.
protocol ValueTest {
  associatedtype Value: SlotValue

  /// Whether the value fulfils it.
  func holds(_ value: Value) -> Bool
}
