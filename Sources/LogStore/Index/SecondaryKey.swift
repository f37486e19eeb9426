@_spi(_Unicode) import Swift

/// The values of some properties of an object as bytes whose order is the order of the values, then its id
/// (FORMAT.md, "Index keys"). Strings stand in normalisation form C, so that canonically equal ones are equal.
package struct SecondaryKey: Comparable, Sendable {
  /// The first eight bytes as a big-endian number: most comparisons end here.
  private let head: UInt64
  package let bytes: [UInt8]
  package let id: UInt64

  package init(bytes: [UInt8], id: UInt64) {
    var head: UInt64 = 0
    for index in 0..<8 { head = head << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
    self.head = head
    self.bytes = bytes
    self.id = id
  }

  package static func == (a: SecondaryKey, b: SecondaryKey) -> Bool {
    a.id == b.id && a.head == b.head && a.bytes == b.bytes
  }

  package static func < (a: SecondaryKey, b: SecondaryKey) -> Bool {
    if a.head != b.head { return a.head < b.head }
    let order = compare(a.bytes, b.bytes)
    return order != 0 ? order < 0 : a.id < b.id
  }

  /// Lexicographic order of bytes.
  private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    let count = min(a.count, b.count)
    for index in 0..<count where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
    return a.count - b.count
  }

  /// The bytes of some fields of a record; nil if one of them is absent: a missing value equals no other.
  package static func bytes(of fields: [Int], in record: RecordView) -> [UInt8]? {
    var bytes: [UInt8] = []
    for field in fields {
      guard record.isPresent(field) else { return nil }
      append(record.value(field), to: &bytes)
    }
    return bytes
  }

  /// The bytes of some values; nil if one of them is null.
  package static func bytes(of values: [StoredValue]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for value in values {
      guard !value.isNull else { return nil }
      append(value, to: &bytes)
    }
    return bytes
  }

  private static func append(_ value: StoredValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: break
    case .bool(let v): bytes.append(v ? 1 : 0)
    case .int(let v): append(UInt64(bitPattern: v) ^ (1 << 63), to: &bytes)
    case .uint(let v): append(v, to: &bytes)
    case .float(let v): append(ordered(Double(v)), to: &bytes)
    case .double(let v), .date(let v): append(ordered(v), to: &bytes)
    case .uuid(let v):
      append(v.high, to: &bytes)
      append(v.low, to: &bytes)
    case .decimal(let v):
      append(
        UInt64(UInt16(bitPattern: v.exponent)) << 16 | UInt64(v.sign) << 8 | UInt64(v.length),
        to: &bytes
      )
      append(v.high, to: &bytes)
      append(v.low, to: &bytes)
    case .reference(let v): append(v.rawValue, to: &bytes)
    case .string(let v), .url(let v): appendText(v, to: &bytes)
    case .data(let v), .structured(let v), .opaque(let v): appendEscaped(v, to: &bytes)
    }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Maps binary64 to integers in numeric order; both zeros are one value.
  private static func ordered(_ value: Double) -> UInt64 {
    let bits = (value == 0 ? 0.0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  private static func appendText(_ text: String, to bytes: inout [UInt8]) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      appendEscaped(text.utf8, to: &bytes)
    } else {
      var normal = String.UnicodeScalarView()
      normal.append(contentsOf: text._nfc)
      appendEscaped(String(normal).utf8, to: &bytes)
    }
  }

  /// Ends with 00 01; a 00 inside becomes 00 FF, so that no value is a prefix of another.
  private static func appendEscaped(_ raw: some Sequence<UInt8>, to bytes: inout [UInt8]) {
    for byte in raw {
      bytes.append(byte)
      if byte == 0 { bytes.append(0xFF) }
    }
    bytes.append(0)
    bytes.append(1)
  }
}
