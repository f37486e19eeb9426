/// Carries a value across a boundary that asks for `Sendable`: parts of predicates, which are values that
/// nobody changes, but whose types do not say so when they are seen through generic code.
struct UncheckedBox<Value>: @unchecked Sendable {  // the caller says why the value may be shared
  /// The value.
  let value: Value

  init(_ value: Value) { self.value = value }
}
