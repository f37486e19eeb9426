/// Where one layout keeps the value of a property.
struct FieldSlot {
  /// What is known of the layout.
  enum State: UInt8 {
    /// Not looked up yet.
    case unknown
    /// Records of the layout have the field.
    case stored
    /// They do not have it.
    case missing
  }

  /// Byte of the presence bitmap.
  var presenceByte: UInt16 = 0
  /// Bit in that byte.
  var presenceMask: UInt8 = 0
  /// Whether the layout has the field.
  var state: State = .unknown
  /// How the value lies there.
  var kind: ValueKind = .bool
  /// Number of the field.
  var field: UInt16 = 0
  /// Offset of a fixed-width slot.
  var offset: Int = 0

  /// Whether the record has a value here.
  @inline(__always)
  func isPresent(in record: RecordView) -> Bool {
    record.base.load(fromByteOffset: Int(presenceByte), as: UInt8.self) & presenceMask != 0
  }

  /// The fixed-width slot as it lies there.
  @inline(__always)
  func load<T: BitwiseCopyable>(_ record: RecordView, as type: T.Type) -> T {
    record.base.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The value if it is a signed integer or whole in 64 bits otherwise (the caller checks the kind).
  @inline(__always)
  func integer(_ record: RecordView) -> Int64 {
    switch kind {
    case .int64: Int64(littleEndian: load(record, as: Int64.self))
    case .int32: Int64(Int32(littleEndian: load(record, as: Int32.self)))
    case .int16: Int64(Int16(littleEndian: load(record, as: Int16.self)))
    default: Int64(load(record, as: Int8.self))
    }
  }

  /// The value if it is an unsigned integer.
  @inline(__always)
  func unsigned(_ record: RecordView) -> UInt64 {
    switch kind {
    case .uint32: UInt64(UInt32(littleEndian: load(record, as: UInt32.self)))
    case .uint16: UInt64(UInt16(littleEndian: load(record, as: UInt16.self)))
    case .uint8: UInt64(load(record, as: UInt8.self))
    default: UInt64(littleEndian: load(record, as: UInt64.self))
    }
  }

  /// The value if it is a floating-point number or a date.
  @inline(__always)
  func floating(_ record: RecordView) -> Double {
    kind == .float
      ? Double(Float(bitPattern: UInt32(littleEndian: load(record, as: UInt32.self))))
      : Double(bitPattern: UInt64(littleEndian: load(record, as: UInt64.self)))
  }
}
