public import Foundation
package import LogStore

extension Date: _StorableValue {
  /// Kind `date`.
  public static var _kind: UInt8 { ValueKind.date.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(
      fixed: timeIntervalSinceReferenceDate.bitPattern.littleEndian
    )
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Date {
    guard let field = record.field() else { return Date(timeIntervalSinceReferenceDate: 0) }
    return Date(
      timeIntervalSinceReferenceDate: Double(
        bitPattern: UInt64(littleEndian: record.view.load(field, as: UInt64.self))
      )
    )
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: round == 0 ? 12_345.5 : 900_000_003.25)
  }
}

extension Data: _StorableValue {
  /// Kind `data`.
  public static var _kind: UInt8 { ValueKind.data.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    withUnsafeBytes { record.core.pointee.writer.append(bytes: $0) }
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Data {
    guard let field = record.field() else { return Data() }
    return Data(record.view.bytes(field))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Data { Data(round == 0 ? [1, 2, 3] : [200, 100, 50, 25]) }
}

extension URL: _StorableValue {
  /// Kind `url`.
  public static var _kind: UInt8 { ValueKind.url.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(absoluteString)
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> URL {
    guard let field = record.field() else { return URL(fileURLWithPath: "/") }
    return URL(string: record.view.string(field)) ?? URL(fileURLWithPath: "/")
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> URL {
    URL(fileURLWithPath: round == 0 ? "/tracer" : "/another")
  }
}

extension UUID: _StorableValue {
  /// Kind `uuid`.
  public static var _kind: UInt8 { ValueKind.uuid.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(uuid: UUIDBytes(self))
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> UUID {
    guard let field = record.field() else { return UUID(UUIDBytes(high: 0, low: 0)) }
    return UUID(record.view.uuid(field))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> UUID {
    UUID(UUIDBytes(high: 0x1122_3344, low: round == 0 ? 5 : 7))
  }
}

extension Decimal: _StorableValue {
  /// Kind `decimal`.
  public static var _kind: UInt8 { ValueKind.decimal.rawValue }

  /// Writes the value as the next field.
  public func _encode(into record: inout _RecordEncoder) {
    guard record.begin() else { return }
    record.core.pointee.writer.append(decimal: DecimalBytes(self))
  }

  /// Reads the next field.
  public static func _decode(from record: inout _RecordDecoder) -> Decimal {
    guard let field = record.field() else { return Decimal() }
    return Decimal(record.view.decimal(field))
  }

  /// A made-up value.
  public static func _sample(_ round: Int) -> Decimal { Decimal(round == 0 ? 3 : 1_000_003) }
}

extension UUIDBytes {
  /// The bytes of a Foundation UUID.
  package init(_ uuid: UUID) {
    var bytes = uuid.uuid
    self = withUnsafeBytes(of: &bytes) {
      UUIDBytes(
        high: UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}

extension UUID {
  /// The Foundation form of stored bytes.
  package init(_ bytes: UUIDBytes) {
    var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &value) {
      $0.storeBytes(of: bytes.high.bigEndian, as: UInt64.self)
      $0.storeBytes(of: bytes.low.bigEndian, toByteOffset: 8, as: UInt64.self)
    }
    self.init(uuid: value)
  }
}
