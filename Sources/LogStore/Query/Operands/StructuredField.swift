/// Looks into encoded structured values (FORMAT.md, "Structured values") without decoding them: a tag, then
/// the value; containers carry their length, so that what is not asked for is stepped over.
struct StructuredField {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The value at the end of a list of keys; null if a key is missing, a value on the way is not keyed, the
  /// value is a container, or the bytes are no structured value.
  ///
  /// Complexity: linear in the number of fields beside the ones asked for.
  static func value(in bytes: UnsafeRawBufferPointer, at names: [String]) -> StoredValue {
    var reader = StructuredField(bytes)
    for name in names {
      guard reader.enter(name) else { return .null }
    }
    return reader.scalar() ?? .null
  }

  /// Moves to the value of a key of the object at this place.
  private mutating func enter(_ name: String) -> Bool {
    guard number(UInt8.self) == 14, number(UInt32.self) != nil, let count = number(UInt32.self) else {
      return false
    }
    for _ in 0..<count {
      guard let key = run() else { return false }
      // Keys are compared as the coder wrote them: two spellings of one character are two keys to nobody.
      if key.elementsEqual(name.utf8) { return true }
      guard skip() else { return false }
    }
    return false
  }

  private mutating func scalar() -> StoredValue? {
    switch number(UInt8.self) {
    case 1: return .bool(false)
    case 2: return .bool(true)
    case 3: return number(UInt64.self).map { .int(Int64(bitPattern: $0)) }
    case 4: return number(UInt64.self).map { .uint($0) }
    case 5: return number(UInt32.self).map { .float(Float(bitPattern: $0)) }
    case 6: return number(UInt64.self).map { .double(Double(bitPattern: $0)) }
    case 7: return run().map { .string(String(decoding: $0, as: UTF8.self)) }
    case 8: return run().map { .data(Array($0)) }
    case 9: return number(UInt64.self).map { .date(Double(bitPattern: $0)) }
    case 10:
      guard let high = number(UInt64.self), let low = number(UInt64.self) else { return nil }
      return .uuid(UUIDBytes(high: high.byteSwapped, low: low.byteSwapped))
    case 11:
      guard let exponent = number(UInt16.self), let sign = number(UInt8.self),
        let length = number(UInt8.self), let low = number(UInt64.self), let high = number(UInt64.self)
      else { return nil }
      return .decimal(
        DecimalBytes(exponent: Int16(bitPattern: exponent), sign: sign, length: length, low: low, high: high)
      )
    case 12: return run().map { .url(String(decoding: $0, as: UTF8.self)) }
    default: return nil
    }
  }

  private mutating func skip() -> Bool {
    switch number(UInt8.self) {
    case 0, 1, 2: return true
    case 3, 4, 6, 9: return move(8)
    case 5: return move(4)
    case 7, 8, 12: return run() != nil
    case 10: return move(16)
    case 11: return move(20)
    case 13, 14:
      guard let length = number(UInt32.self) else { return false }
      return move(4) && move(Int(length))
    default: return false
    }
  }

  private mutating func move(_ count: Int) -> Bool {
    guard bytes.count - position >= count else { return false }
    position += count
    return true
  }

  /// A little-endian number.
  private mutating func number<N: FixedWidthInteger & BitwiseCopyable>(_ type: N.Type) -> N? {
    let start = position
    guard move(MemoryLayout<N>.size) else { return nil }
    return N(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: N.self))
  }

  /// Bytes behind their 32-bit count.
  private mutating func run() -> UnsafeRawBufferPointer? {
    guard let count = number(UInt32.self) else { return nil }
    let start = position
    guard move(Int(count)) else { return nil }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
  }
}
