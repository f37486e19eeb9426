/// A structured value in parts (FORMAT.md, "Structured values"): for dumps and checks, not for hot paths.
package indirect enum StructuredValue: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case float(Float)
  case double(Double)
  case string(String)
  case data([UInt8])
  /// Seconds since 2001-01-01 00:00 UTC.
  case date(Double)
  case uuid(UUIDBytes)
  case decimal(DecimalBytes)
  case url(String)
  case array([StructuredValue])
  /// Entries by rising key bytes.
  case object([(key: String, value: StructuredValue)])

  /// Deepest nesting that is read.
  package static let deepestNesting = 256

  /// Reads a whole value.
  ///
  /// - Throws: Where the bytes break a rule of the encoding, and which.
  /// - Complexity: O(bytes), in memory too: every element takes at least one byte.
  package init(decoding bytes: UnsafeRawBufferPointer) throws(ByteReader.Failure) {
    var reader = ByteReader(bytes)
    self = try Self.read(&reader, depth: 0)
    guard reader.remaining == 0 else { throw reader.failure("bytes behind the value") }
  }

  private static func read(_ reader: inout ByteReader, depth: Int) throws(ByteReader.Failure)
    -> StructuredValue
  {
    guard depth <= deepestNesting else { throw reader.failure("nested deeper than \(deepestNesting)") }
    switch try reader.read(UInt8.self) {
    case 0: return .null
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return .int(try reader.read(Int64.self))
    case 4: return .uint(try reader.read(UInt64.self))
    case 5: return .float(Float(bitPattern: try reader.read(UInt32.self)))
    case 6: return .double(Double(bitPattern: try reader.read(UInt64.self)))
    case 7: return .string(try reader.readText())
    case 8: return .data(Array(try reader.readCounted()))
    case 9: return .date(Double(bitPattern: try reader.read(UInt64.self)))
    case 10:
      let high = try reader.read(UInt64.self).byteSwapped
      return .uuid(UUIDBytes(high: high, low: try reader.read(UInt64.self).byteSwapped))
    case 11:
      return .decimal(
        DecimalBytes(
          exponent: try reader.read(Int16.self),
          sign: try reader.read(UInt8.self),
          length: try reader.read(UInt8.self),
          low: try reader.read(UInt64.self),
          high: try reader.read(UInt64.self)
        )
      )
    case 12: return .url(try reader.readText())
    case 13: return try readArray(&reader, depth)
    case 14: return try readObject(&reader, depth)
    default: throw reader.failure("an unknown tag")
    }
  }

  private static func readArray(
    _ reader: inout ByteReader,
    _ depth: Int
  ) throws(ByteReader.Failure) -> StructuredValue {
    let (size, count) = (Int(try reader.read(UInt32.self)), try reader.read(UInt32.self))
    guard size <= reader.remaining else { throw reader.failure("an array reaches beyond the value") }
    let end = reader.offset + size
    var values: [StructuredValue] = []
    for _ in 0..<count { values.append(try read(&reader, depth: depth + 1)) }
    guard reader.offset == end else { throw reader.failure("an array has another size than it says") }
    return .array(values)
  }

  private static func readObject(
    _ reader: inout ByteReader,
    _ depth: Int
  ) throws(ByteReader.Failure) -> StructuredValue {
    let (size, count) = (Int(try reader.read(UInt32.self)), try reader.read(UInt32.self))
    guard size <= reader.remaining else { throw reader.failure("an object reaches beyond the value") }
    let end = reader.offset + size
    var entries: [(key: String, value: StructuredValue)] = []
    for _ in 0..<count {
      let key = try reader.readText()
      if let last = entries.last, !last.key.utf8.lexicographicallyPrecedes(key.utf8) {
        throw reader.failure("the keys of an object do not rise")
      }
      entries.append((key, try read(&reader, depth: depth + 1)))
    }
    guard reader.offset == end else { throw reader.failure("an object has another size than it says") }
    return .object(entries)
  }
}
