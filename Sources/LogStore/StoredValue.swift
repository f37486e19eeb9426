/// A value of an attribute outside of its record: for filters, constants, dumps and defaults.
///
/// The hot paths never make one; they read the bytes of the record (`RecordView`).
public enum StoredValue: Sendable, Hashable {
  /// No value.
  case null
  case bool(Bool)
  /// Any signed integer kind.
  case int(Int64)
  /// Any unsigned integer kind.
  case uint(UInt64)
  case float(Float)
  case double(Double)
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  case uuid(UUIDBytes)
  case decimal(DecimalBytes)
  case reference(ObjectID)
  case string(String)
  case data([UInt8])
  case url(String)
  /// A structured value, encoded.
  case structured([UInt8])
  /// An opaque structured value, encoded.
  case opaque([UInt8])

  /// Whether there is no value.
  public var isNull: Bool { self == .null }
}
