/// The sixteen bytes of a UUID, compared in the order of the text form.
public struct UUIDBytes: Hashable, Comparable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// First eight bytes, read as a big-endian number.
  public var high: UInt64
  /// Last eight bytes, read as a big-endian number.
  public var low: UInt64

  /// Makes a value of two big-endian numbers.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Order of the text form.
  public static func < (a: UUIDBytes, b: UUIDBytes) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  /// Upper-case text form, as Foundation prints it.
  public var description: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for index in 0..<16 {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      let word = index < 8 ? high : low
      let byte = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (index & 7)))
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
