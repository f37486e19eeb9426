import Foundation
import LogStore

/// A structured value taken apart: between `Codable` and the bytes of a record (FORMAT.md, "Structured
/// values").
indirect enum StructuredNode {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case float(Float)
  case double(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case uuid(UUID)
  case decimal(Decimal)
  case url(URL)
  case array([StructuredNode])
  case object([(key: String, value: StructuredNode)])

  /// Appends the bytes of the value.
  func write(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(0)
    case .bool(let value): bytes.append(value ? 2 : 1)
    case .int(let value): Self.write(3, value, into: &bytes)
    case .uint(let value): Self.write(4, value, into: &bytes)
    case .float(let value): Self.write(5, value.bitPattern, into: &bytes)
    case .double(let value): Self.write(6, value.bitPattern, into: &bytes)
    case .string(let value): Self.write(7, text: value, into: &bytes)
    case .data(let value):
      Self.write(8, UInt32(truncatingIfNeeded: value.count), into: &bytes)
      bytes.append(contentsOf: value)
    case .date(let value): Self.write(9, value.timeIntervalSinceReferenceDate.bitPattern, into: &bytes)
    case .uuid(let value):
      bytes.append(10)
      withUnsafeBytes(of: value.uuid) { bytes.append(contentsOf: $0) }
    case .decimal(let value):
      let parts = DecimalBytes(value)
      bytes.append(11)
      Self.append(parts.exponent, to: &bytes)
      bytes.append(parts.sign)
      bytes.append(parts.length)
      Self.append(parts.low, to: &bytes)
      Self.append(parts.high, to: &bytes)
    case .url(let value): Self.write(12, text: value.absoluteString, into: &bytes)
    case .array(let items):
      let start = Self.beginContainer(13, items.count, into: &bytes)
      for item in items { item.write(into: &bytes) }
      Self.endContainer(start, in: &bytes)
    case .object(let fields):
      let start = Self.beginContainer(14, fields.count, into: &bytes)
      for field in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        var key = field.key
        key.withUTF8 {
          Self.append(UInt32(truncatingIfNeeded: $0.count), to: &bytes)
          bytes.append(contentsOf: $0)
        }
        field.value.write(into: &bytes)
      }
      Self.endContainer(start, in: &bytes)
    }
  }

  /// The bytes of the value.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  private static func write(_ tag: UInt8, _ number: some FixedWidthInteger, into bytes: inout [UInt8]) {
    bytes.append(tag)
    append(number, to: &bytes)
  }

  private static func write(_ tag: UInt8, text: String, into bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 {
      write(tag, UInt32(truncatingIfNeeded: $0.count), into: &bytes)
      bytes.append(contentsOf: $0)
    }
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func beginContainer(_ tag: UInt8, _ count: Int, into bytes: inout [UInt8]) -> Int {
    bytes.append(tag)
    append(UInt32(0), to: &bytes)
    append(UInt32(truncatingIfNeeded: count), to: &bytes)
    return bytes.count
  }

  private static func endContainer(_ start: Int, in bytes: inout [UInt8]) {
    let length = UInt32(truncatingIfNeeded: bytes.count - start).littleEndian
    withUnsafeBytes(of: length) { source in
      for (offset, byte) in source.enumerated() { bytes[start - 8 + offset] = byte }
    }
  }
}
