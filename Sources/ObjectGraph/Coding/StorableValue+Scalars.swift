import LogStore

extension Bool: _StorableValue {
  /// Kind `bool`.
  public static var _kind: UInt8 { ValueKind.bool.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: UInt8(self ? 1 : 0))
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Bool {
    guard let field = record.field() else { return false }
    return record.view.load(field, as: UInt8.self) != 0
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Bool { round != 0 }
}

extension Float: _StorableValue {
  /// Kind `float`.
  public static var _kind: UInt8 { ValueKind.float.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: bitPattern.littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Float {
    guard let field = record.field() else { return 0 }
    return Float(bitPattern: UInt32(littleEndian: record.view.load(field, as: UInt32.self)))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Float { round == 0 ? 3.25 : 1_000_003.5 }
}

extension Double: _StorableValue {
  /// Kind `double`.
  public static var _kind: UInt8 { ValueKind.double.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(fixed: bitPattern.littleEndian)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Double {
    guard let field = record.field() else { return 0 }
    return Double(bitPattern: UInt64(littleEndian: record.view.load(field, as: UInt64.self)))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Double { round == 0 ? 3.25 : 1_000_003.5 }
}

extension String: _StorableValue {
  /// Kind `string`.
  public static var _kind: UInt8 { ValueKind.string.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(self)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> String {
    guard let field = record.field() else { return "" }
    return record.view.string(field)
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> String {
    round == 0 ? "A first Tracer text, é" : "another Text of the tracer, ß"
  }
}
