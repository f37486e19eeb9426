import LogStore

extension Int8: _StorableValue {
  /// Kind `int8`.
  public static var _kind: UInt8 { ValueKind.int8.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Int8 {
    guard let field = record.field() else { return 0 }
    return Int8(littleEndian: record.view.load(field, as: Int8.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Int8 { round == 0 ? 3 : 101 }
}

extension Int16: _StorableValue {
  /// Kind `int16`.
  public static var _kind: UInt8 { ValueKind.int16.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Int16 {
    guard let field = record.field() else { return 0 }
    return Int16(littleEndian: record.view.load(field, as: Int16.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Int16 { round == 0 ? 3 : 101 }
}

extension Int32: _StorableValue {
  /// Kind `int32`.
  public static var _kind: UInt8 { ValueKind.int32.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Int32 {
    guard let field = record.field() else { return 0 }
    return Int32(littleEndian: record.view.load(field, as: Int32.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Int32 { round == 0 ? 3 : 1_000_003 }
}

extension Int64: _StorableValue {
  /// Kind `int64`.
  public static var _kind: UInt8 { ValueKind.int64.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Int64 {
    guard let field = record.field() else { return 0 }
    return Int64(littleEndian: record.view.load(field, as: Int64.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Int64 { round == 0 ? 3 : 1_000_003 }
}

extension UInt8: _StorableValue {
  /// Kind `uint8`.
  public static var _kind: UInt8 { ValueKind.uint8.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> UInt8 {
    guard let field = record.field() else { return 0 }
    return UInt8(littleEndian: record.view.load(field, as: UInt8.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> UInt8 { round == 0 ? 3 : 101 }
}

extension UInt16: _StorableValue {
  /// Kind `uint16`.
  public static var _kind: UInt8 { ValueKind.uint16.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> UInt16 {
    guard let field = record.field() else { return 0 }
    return UInt16(littleEndian: record.view.load(field, as: UInt16.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> UInt16 { round == 0 ? 3 : 101 }
}

extension UInt32: _StorableValue {
  /// Kind `uint32`.
  public static var _kind: UInt8 { ValueKind.uint32.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> UInt32 {
    guard let field = record.field() else { return 0 }
    return UInt32(littleEndian: record.view.load(field, as: UInt32.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> UInt32 { round == 0 ? 3 : 1_000_003 }
}

extension UInt64: _StorableValue {
  /// Kind `uint64`.
  public static var _kind: UInt8 { ValueKind.uint64.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> UInt64 {
    guard let field = record.field() else { return 0 }
    return UInt64(littleEndian: record.view.load(field, as: UInt64.self))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> UInt64 { round == 0 ? 3 : 1_000_003 }
}

extension Int: _StorableValue {
  /// Kind `int64`.
  public static var _kind: UInt8 { ValueKind.int64.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: Int64(self).littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Int {
    guard let field = record.field() else { return 0 }
    return Int(truncatingIfNeeded: Int64(littleEndian: record.view.load(field, as: Int64.self)))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Int { round == 0 ? 3 : 1_000_003 }
}

extension UInt: _StorableValue {
  /// Kind `uint64`.
  public static var _kind: UInt8 { ValueKind.uint64.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: UInt64(self).littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> UInt {
    guard let field = record.field() else { return 0 }
    return UInt(truncatingIfNeeded: UInt64(littleEndian: record.view.load(field, as: UInt64.self)))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> UInt { round == 0 ? 3 : 1_000_003 }
}
