/// How a value lies in a record: its width and the meaning of its bytes (FORMAT.md, "Value kinds").
///
/// Kinds below 32 have a fixed width and live in the slots of the layout; the others have a variable
/// width and lie behind the slots.
public enum ValueKind: UInt8, Sendable, Hashable, CaseIterable {
  /// One byte, 0 or 1.
  case bool = 1
  /// Signed integers, two's complement, little endian.
  case int8 = 2
  case int16 = 3
  case int32 = 4
  case int64 = 5
  /// Unsigned integers, little endian.
  case uint8 = 6
  case uint16 = 7
  case uint32 = 8
  case uint64 = 9
  /// IEEE 754 binary32 and binary64; every bit pattern is kept, NaN payloads included.
  case float = 10
  case double = 11
  /// binary64: seconds since 2001-01-01 00:00 UTC.
  case date = 12
  /// Sixteen bytes in the order of the text form.
  case uuid = 13
  /// Twenty bytes: exponent i16, sign u8, length u8 (digits in 16-bit units), mantissa u128.
  case decimal = 14
  /// Id of the object at the other end of a to-one relationship; 0 is never stored, absence is null.
  case reference = 15
  /// Place among the targets of the inverse, ordered to-many relationship: unsigned.
  case orderKey = 16
  /// UTF-8, kept exactly as given (not normalised).
  case string = 32
  /// Bytes.
  case data = 33
  /// UTF-8 of the absolute text form.
  case url = 34
  /// A structured value (FORMAT.md, "Structured values").
  case structured = 35
  /// The same encoding, but never looked into by filters.
  case opaque = 36
  /// A sealed value of the attribute's kind (FORMAT.md, "Sealed values").
  case sealed = 37
  /// Inline bytes or the name of an external blob: reserved.
  case external = 38

  /// Bytes of the slot, or nil for a variable width.
  public var width: Int? {
    switch self {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double, .date, .reference, .orderKey: 8
    case .uuid: 16
    case .decimal: 20
    case .string, .data, .url, .structured, .opaque, .sealed, .external: nil
    }
  }
}
