import Foundation
package import LogStore

extension DecimalBytes {
  /// The parts of a Foundation decimal, read from its twenty bytes: exponent, then length, sign and
  /// compactness in one byte, two reserved bytes, eight 16-bit units of mantissa.
  package init(_ value: Decimal) {
    self = withUnsafeBytes(of: value) { bytes in
      let flags = bytes[1]
      return DecimalBytes(
        exponent: Int16(Int8(bitPattern: bytes[0])),
        sign: flags >> 3 & 1,
        length: flags >> 4,
        low: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self)),
        high: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt64.self))
      )
    }
  }
}

extension Decimal {
  /// The Foundation form of stored parts.
  package init(_ parts: DecimalBytes) {
    var value = Decimal()
    withUnsafeMutableBytes(of: &value) { bytes in
      bytes[0] = UInt8(bitPattern: Int8(truncatingIfNeeded: parts.exponent))
      bytes[1] = min(parts.length, 8) << 4 | (parts.sign & 1) << 3 | (parts.length == 0 ? 0 : 4)
      bytes.storeBytes(of: parts.low.littleEndian, toByteOffset: 4, as: UInt64.self)
      bytes.storeBytes(of: parts.high.littleEndian, toByteOffset: 12, as: UInt64.self)
    }
    self = value
  }
}
