/// JSON text in the making, with an encoding of stored values that loses nothing
/// (FORMAT.md, "The text of storectl dump").
package struct JSONBytes {
  /// What was written.
  package var bytes: [UInt8] = []

  package init() {}

  private static let digits = Array("0123456789abcdef".utf8)
  private static let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends text that is JSON already.
  @inline(__always)
  package mutating func append(raw text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends bytes that are JSON already.
  @inline(__always)
  package mutating func append(raw more: [UInt8]) { bytes.append(contentsOf: more) }

  /// Appends a number in decimal.
  package mutating func append(_ number: some BinaryInteger) {
    var text = String(number)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Appends a number with the shortest digits that read back the same; always with '.' or 'e'.
  package mutating func append(_ number: Double) {
    if number.isFinite {
      var text = number.description
      text.withUTF8 { bytes.append(contentsOf: $0) }
    } else {
      let isUsual = number.isInfinite || number.bitPattern == Double.nan.bitPattern
      append(nonFinite: number.isNaN, number.sign, isUsual ? nil : String(number.bitPattern, radix: 16))
    }
  }

  /// Appends a number with the shortest digits that read back the same as binary32.
  package mutating func append(_ number: Float) {
    if number.isFinite {
      var text = number.description
      text.withUTF8 { bytes.append(contentsOf: $0) }
    } else {
      let isUsual = number.isInfinite || number.bitPattern == Float.nan.bitPattern
      append(nonFinite: number.isNaN, number.sign, isUsual ? nil : String(number.bitPattern, radix: 16))
    }
  }

  private mutating func append(nonFinite isNaN: Bool, _ sign: FloatingPointSign, _ bits: String?) {
    let name = isNaN ? "NaN" : sign == .minus ? "-Infinity" : "Infinity"
    append(string: bits.map { "\(name):0x\($0)" } ?? name)
  }

  /// Appends a string.
  package mutating func append(string: String) {
    var string = string
    string.withUTF8 { append(validText: UnsafeRawBufferPointer($0)) }
  }

  /// Appends UTF-8 as a string; what is no UTF-8 is replaced, as a reader of the file would have to.
  package mutating func append(text: UnsafeRawBufferPointer) {
    if text.allSatisfy({ $0 < 0x80 }) {
      append(validText: text)
    } else {
      append(string: String(decoding: text, as: UTF8.self))
    }
  }

  private mutating func append(validText text: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      bytes.append(contentsOf: text[start..<index])
      start = index + 1
      append(escaped: byte)
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(raw: "\\\"")
    case UInt8(ascii: "\\"): append(raw: "\\\\")
    case 0x0A: append(raw: "\\n")
    case 0x0D: append(raw: "\\r")
    case 0x09: append(raw: "\\t")
    default:
      append(raw: "\\u00")
      bytes.append(Self.digits[Int(byte >> 4)])
      bytes.append(Self.digits[Int(byte & 15)])
    }
  }

  /// Appends bytes as a string in base64 with padding.
  package mutating func append(data: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    append(base64: data)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the digits of bytes in base64.
  mutating func append(base64 data: UnsafeRawBufferPointer) {
    var index = 0
    while index < data.count {
      let left = data.count - index
      let word =
        UInt32(data[index]) << 16 | (left > 1 ? UInt32(data[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(data[index + 2]) : 0)
      bytes.append(Self.base64[Int(word >> 18)])
      bytes.append(Self.base64[Int(word >> 12 & 63)])
      bytes.append(left > 1 ? Self.base64[Int(word >> 6 & 63)] : UInt8(ascii: "="))
      bytes.append(left > 2 ? Self.base64[Int(word & 63)] : UInt8(ascii: "="))
      index += 3
    }
  }

  /// Appends a decimal number: an integer and a power of ten, or its bytes where they are not in normal form.
  package mutating func append(_ decimal: DecimalBytes) {
    let mantissa = UInt128(decimal.high) << 64 | UInt128(decimal.low)
    let units = (128 - mantissa.leadingZeroBitCount + 15) / 16
    if decimal == DecimalBytes(exponent: 0, sign: 1, length: 0, low: 0, high: 0) {
      append(raw: "\"NaN\"")
    } else if Int(decimal.length) == units, decimal.sign == 0 || (decimal.sign == 1 && mantissa != 0) {
      let exponent = decimal.exponent == 0 ? "" : "e\(decimal.exponent)"
      append(string: (decimal.sign == 1 ? "-" : "") + String(mantissa) + exponent)
    } else {
      append(raw: "\"0x")
      var all: [UInt8] = []
      withUnsafeBytes(of: decimal.exponent.littleEndian) { all.append(contentsOf: $0) }
      all += [decimal.sign, decimal.length]
      withUnsafeBytes(of: decimal.low.littleEndian) { all.append(contentsOf: $0) }
      withUnsafeBytes(of: decimal.high.littleEndian) { all.append(contentsOf: $0) }
      for byte in all {
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
      append(raw: "\"")
    }
  }
}
