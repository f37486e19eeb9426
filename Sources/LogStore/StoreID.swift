/// The random identity of a store, given at creation and kept by its files and its backups.
public struct StoreID: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// First eight bytes, as a little-endian number.
  public var low: UInt64
  /// Last eight bytes, as a little-endian number.
  public var high: UInt64

  /// Makes an identity of its two halves.
  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The sixteen bytes in the order of the file, as a lower-case UUID text.
  public var description: String {
    var text = ""
    for (index, byte) in (bytes(of: low) + bytes(of: high)).enumerated() {
      if [4, 6, 8, 10].contains(index) { text += "-" }
      text += hexadecimal(byte)
    }
    return text
  }

  private func bytes(of word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
  }
}

/// Two lower-case hexadecimal digits.
package func hexadecimal(_ byte: UInt8) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
}
