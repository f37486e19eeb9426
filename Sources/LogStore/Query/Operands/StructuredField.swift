/// Looks into encoded structured values.
enum StructuredField {
  /// The value at the end of a list of keys; null if a key is missing or a value on the way is not keyed.
  static func value(in bytes: UnsafeRawBufferPointer, at names: [String]) -> StoredValue { .null }
}
