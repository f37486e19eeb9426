/// Any optional, seen from code that knows no types.
protocol OptionalValue {
  /// The type inside.
  static var payloadType: Any.Type { get }
  /// The optional without value.
  static var absent: Self { get }
  /// Whether there is no value.
  var isNone: Bool { get }
  /// The value inside.
  var payload: Any? { get }
}

extension Optional: OptionalValue {
  static var payloadType: Any.Type { Wrapped.self }
  static var absent: Wrapped? { nil }
  var isNone: Bool { if case .none = self { true } else { false } }
  var payload: Any? { self }
}
