/// A decimal number as it lies in a record: `(-1)^sign × mantissa × 10^exponent`, or not a number.
public struct DecimalBytes: Hashable, Sendable, BitwiseCopyable {
  /// Power of ten.
  public var exponent: Int16
  /// 0 positive, 1 negative.
  public var sign: UInt8
  /// Number of 16-bit units of the mantissa that are in use; 0 with sign 1 is "not a number".
  public var length: UInt8
  /// Low half of the mantissa.
  public var low: UInt64
  /// High half of the mantissa.
  public var high: UInt64

  /// Makes a value of its parts.
  public init(exponent: Int16, sign: UInt8, length: UInt8, low: UInt64, high: UInt64) {
    self.exponent = exponent
    self.sign = sign
    self.length = length
    self.low = low
    self.high = high
  }
}
