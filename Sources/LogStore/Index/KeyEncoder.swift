/// Makes key bytes: values one behind the other, so that the order of the bytes is the order of the values and
/// equal values have equal bytes (FORMAT.md, "Index keys").
///
/// The buffer is kept from one key to the next.
struct KeyEncoder: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity = 256
  /// Number of bytes so far.
  private(set) var count = 0
  /// Whether one of the values equals nothing, itself included: no value, or no number.
  private(set) var equalsNothing = false

  init() {
    base = .allocate(byteCount: capacity, alignment: 8)
    begin()
  }

  deinit { base.deallocate() }

  /// Starts the next key.
  @inline(__always)
  mutating func begin() {
    count = 0
    equalsNothing = false
    base.storeBytes(of: 0, as: UInt64.self)
    base.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    base.storeBytes(of: 0, toByteOffset: 16, as: UInt64.self)
  }

  /// The bytes so far, valid until the next change.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// A copy of the bytes so far.
  var copy: [UInt8] { Array(bytes) }

  /// The key as the index entry of an object.
  @inline(__always)
  func key(_ id: UInt64) -> SecondaryKey { SecondaryKey(padded: base, count: count, id: id) }

  // MARK: Keys of records

  /// Makes the key of a record.
  @inline(__always)
  mutating func encode(_ key: LayoutPlan.Key, _ record: RecordView) {
    begin()
    for place in key.parts.indices {
      let part = key.parts[place]
      if let field = part.field {
        append(part, field, record)
      } else if let fallback = key.fallbacks[place] {
        equalsNothing = equalsNothing || fallback.equalsNothing
        fallback.bytes.withUnsafeBytes { append(raw: $0) }
      }
    }
  }

  private mutating func append(_ part: LayoutPlan.KeyPart, _ field: Int, _ record: RecordView) {
    guard record.isPresent(field) else { return appendNull(part.shape) }
    let slot = record.base + part.offset
    switch part.kind {
    case .bool: append(slot.load(as: UInt8.self) == 0 ? 1 : 2)
    case .int8: append(signed: Int64(slot.load(as: Int8.self)))
    case .int16: append(signed: Int64(Int16(littleEndian: slot.loadUnaligned(as: Int16.self))))
    case .int32: append(signed: Int64(Int32(littleEndian: slot.loadUnaligned(as: Int32.self))))
    case .int64: append(signed: Int64(littleEndian: slot.loadUnaligned(as: Int64.self)))
    case .uint8: append(unsigned: UInt64(slot.load(as: UInt8.self)))
    case .uint16: append(unsigned: UInt64(UInt16(littleEndian: slot.loadUnaligned(as: UInt16.self))))
    case .uint32: append(unsigned: UInt64(UInt32(littleEndian: slot.loadUnaligned(as: UInt32.self))))
    case .uint64, .reference, .orderKey:
      append(unsigned: UInt64(littleEndian: slot.loadUnaligned(as: UInt64.self)))
    case .float:
      append(floating: Double(Float(bitPattern: UInt32(littleEndian: slot.loadUnaligned(as: UInt32.self)))))
    case .double, .date:
      append(floating: Double(bitPattern: UInt64(littleEndian: slot.loadUnaligned(as: UInt64.self))))
    case .uuid: append(uuid: record.uuid(field))
    case .decimal: append(decimal: record.decimal(field))
    case .string, .url: append(text: record.bytes(field), isLast: part.isLast)
    case .data, .structured, .opaque, .sealed, .external:
      append(data: record.bytes(field), isLast: part.isLast)
    }
  }

  // MARK: Values

  /// Adds a value of a shape; one of another shape counts as none.
  ///
  /// - Parameter isLast: Whether nothing follows, so that texts need no end.
  mutating func append(_ value: StoredValue, _ shape: KeyShape, isLast: Bool) {
    switch (shape, value) {
    case (.bool, .bool(let v)): append(v ? 2 : 1)
    case (.integer, .int(let v)): append(signed: v)
    case (.integer, .uint(let v)): append(unsigned: v)
    case (.integer, .reference(let v)): append(unsigned: v.rawValue)
    case (.floating, .float(let v)): append(floating: Double(v))
    case (.floating, .double(let v)), (.floating, .date(let v)): append(floating: v)
    case (.uuid, .uuid(let v)): append(uuid: v)
    case (.decimal, .decimal(let v)): append(decimal: v)
    case (.text, .string(var v)), (.text, .url(var v)):
      v.withUTF8 { append(text: UnsafeRawBufferPointer($0), isLast: isLast) }
    case (.bytes, .data(let v)), (.bytes, .structured(let v)), (.bytes, .opaque(let v)):
      v.withUnsafeBytes { append(data: $0, isLast: isLast) }
    default: appendNull(shape)
    }
  }

  /// Adds the absence of a value, which comes before all values.
  mutating func appendNull(_ shape: KeyShape) {
    equalsNothing = true
    if shape == .floating { append(word: 0, size: 8) } else { append(0) }
  }

  /// Adds the beginning of a text: all texts that start with it begin with these key bytes.
  mutating func append(prefix: String, isLast: Bool) {
    append(prefix.isEmpty ? .string("") : .string(prefix), .text, isLast: isLast)
    if !isLast { count &-= 1 }
  }

  /// Adds bytes as they are.
  mutating func append(raw: UnsafeRawBufferPointer) {
    grow(by: raw.count)
    if let start = raw.baseAddress { (base + count).copyMemory(from: start, byteCount: raw.count) }
    count += raw.count
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    grow(by: 1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Adds the low `size` bytes of a word, the highest first.
  @inline(__always)
  private mutating func append(word: UInt64, size: Int) {
    grow(by: 8)
    let shifted = size == 0 ? 0 : word << UInt64(truncatingIfNeeded: 64 &- 8 &* size)
    base.storeBytes(of: shifted.bigEndian, toByteOffset: count, as: UInt64.self)
    count &+= size
  }

  /// A byte that tells the sign and the number of bytes that follow; small numbers take few.
  @inline(__always)
  private mutating func append(unsigned value: UInt64) {
    let size = (64 &- value.leadingZeroBitCount &+ 7) &>> 3
    append(UInt8(truncatingIfNeeded: 0x80 &+ size))
    append(word: value, size: size)
  }

  @inline(__always)
  private mutating func append(signed value: Int64) {
    guard value < 0 else { return append(unsigned: UInt64(bitPattern: value)) }
    let bits = UInt64(bitPattern: value)
    let size = (64 &- (~bits).leadingZeroBitCount &+ 7) &>> 3
    append(UInt8(truncatingIfNeeded: 0x7F &- size))
    append(word: bits, size: size)
  }

  /// The bits of a number turned so that they rise with it; both zeros are one, what is no number comes last.
  @inline(__always)
  private mutating func append(floating value: Double) {
    if value.isNaN {
      equalsNothing = true
      return append(word: .max, size: 8)
    }
    let bits = (value == 0 ? 0.0 : value).bitPattern
    append(word: bits >> 63 == 0 ? bits | 1 << 63 : ~bits, size: 8)
  }

  private mutating func append(uuid value: UUIDBytes) {
    append(1)
    append(word: value.high, size: 8)
    append(word: value.low, size: 8)
  }

  private mutating func append(text: UnsafeRawBufferPointer, isLast: Bool) {
    append(1)
    NormalText.withNormalForm(of: text) { append(escaped: $0, isLast: isLast) }
  }

  private mutating func append(data: UnsafeRawBufferPointer, isLast: Bool) {
    append(1)
    append(escaped: data, isLast: isLast)
  }

  /// Within a key, a text ends with 00; a 00 inside becomes 01 01 and a 01 becomes 01 02.
  private mutating func append(escaped raw: UnsafeRawBufferPointer, isLast: Bool) {
    if isLast { return append(raw: raw) }
    for byte in raw {
      if byte <= 1 {
        append(1)
        append(byte &+ 1)
      } else {
        append(byte)
      }
    }
    append(0)
  }

  /// A byte for the sign, two for the place of the first digit, then pairs of digits, all but the last of them
  /// with the lowest bit set. What follows the sign is inverted for numbers below zero.
  private mutating func append(decimal value: DecimalBytes) {
    if value.isNaN { return append(1) }
    var mantissa = value.mantissa
    if mantissa == 0 { return append(3) }
    var exponent = Int(value.exponent)
    while mantissa % 10 == 0 {
      mantissa /= 10
      exponent += 1
    }
    // The digits in pairs from the front: an odd number of them gets a zero at the end.
    var digits: [UInt8] = []
    var rest = mantissa
    while rest > 0 {
      digits.append(UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    digits.reverse()
    let place = UInt64(UInt16(truncatingIfNeeded: digits.count + exponent + 0x8000))
    if digits.count % 2 == 1 { digits.append(0) }
    let isNegative = value.sign != 0
    append(isNegative ? 2 : 4)
    append(word: isNegative ? ~place : place, size: 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let isLast = index + 2 == digits.count
      let pair = (digits[index] * 10 + digits[index + 1]) * 2 + (isLast ? 0 : 1)
      append(isNegative ? ~pair : pair)
    }
  }

  @inline(__always)
  private mutating func grow(by size: Int) {
    if count &+ size &+ 24 > capacity { reallocate(size) }
  }

  private mutating func reallocate(_ size: Int) {
    let larger = max(2 * capacity, count + size + 24)
    let copy = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    copy.copyMemory(from: base, byteCount: capacity)
    base.deallocate()
    base = copy
    capacity = larger
  }
}
