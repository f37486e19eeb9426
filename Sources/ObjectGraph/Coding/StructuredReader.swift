import Foundation
import LogStore

/// Reads the bytes of a structured value; nothing in them can make it leave the buffer or recurse too deep.
struct StructuredReader {
  /// The bytes are not a structured value.
  struct Malformed: Error {}

  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Reads one value.
  mutating func read(depth: Int = 0) throws -> StructuredNode {
    guard depth < StructuredNode.depthLimit else { throw Malformed() }
    switch try number(UInt8.self) {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return .int(try number(Int64.self))
    case 4: return .uint(try number(UInt64.self))
    case 5: return .float(Float(bitPattern: try number(UInt32.self)))
    case 6: return .double(Double(bitPattern: try number(UInt64.self)))
    case 7: return .string(String(decoding: try run(), as: UTF8.self))
    case 8: return .data(Data(try run()))
    case 9:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try number(UInt64.self))))
    case 10:
      let high = UInt64(bigEndian: try raw(UInt64.self))
      return .uuid(UUID(UUIDBytes(high: high, low: UInt64(bigEndian: try raw(UInt64.self)))))
    case 11:
      let exponent = try number(Int16.self)
      let sign = try number(UInt8.self)
      let length = try number(UInt8.self)
      let low = try number(UInt64.self)
      let high = try number(UInt64.self)
      return .decimal(
        Decimal(DecimalBytes(exponent: exponent, sign: sign, length: length, low: low, high: high))
      )
    case 12:
      guard let url = URL(string: String(decoding: try run(), as: UTF8.self)) else { throw Malformed() }
      return .url(url)
    case 13:
      let (count, end) = try container()
      var items: [StructuredNode] = []
      for _ in 0..<count { items.append(try read(depth: depth + 1)) }
      guard position == end else { throw Malformed() }
      return .array(items)
    case 14:
      let (count, end) = try container()
      var fields: [(key: String, value: StructuredNode)] = []
      for _ in 0..<count {
        let key = String(decoding: try run(), as: UTF8.self)
        fields.append((key, try read(depth: depth + 1)))
      }
      guard position == end else { throw Malformed() }
      return .object(fields)
    default: throw Malformed()
    }
  }

  private mutating func raw<N: FixedWidthInteger & BitwiseCopyable>(_ type: N.Type) throws -> N {
    let size = MemoryLayout<N>.size
    guard bytes.count - position >= size else { throw Malformed() }
    defer { position += size }
    return bytes.loadUnaligned(fromByteOffset: position, as: N.self)
  }

  private mutating func number<N: FixedWidthInteger & BitwiseCopyable>(_ type: N.Type) throws -> N {
    N(littleEndian: try raw(type))
  }

  private mutating func run() throws -> UnsafeRawBufferPointer {
    let count = Int(try number(UInt32.self))
    guard bytes.count - position >= count else { throw Malformed() }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  private mutating func container() throws -> (count: Int, end: Int) {
    let length = Int(try number(UInt32.self))
    let count = Int(try number(UInt32.self))
    guard bytes.count - position >= length, count <= length else { throw Malformed() }
    return (count, position + length)
  }
}
