extension DecimalBytes {
  /// Whether this is not a number.
  var isNaN: Bool { length == 0 && sign == 1 }

  /// The digits as a number.
  var mantissa: UInt128 { UInt128(high) << 64 | UInt128(low) }

  /// Numeric order: negative, zero or positive. Not-a-number is equal to itself and comes before all numbers,
  /// as `Decimal` has it.
  func compare(_ other: DecimalBytes) -> Int {
    if isNaN || other.isNaN { return isNaN ? (other.isNaN ? 0 : -1) : 1 }
    let a = mantissa
    let b = other.mantissa
    let signA = a == 0 ? 0 : (sign == 0 ? 1 : -1)
    let signB = b == 0 ? 0 : (other.sign == 0 ? 1 : -1)
    if signA != signB { return signA < signB ? -1 : 1 }
    if signA == 0 { return 0 }
    let size = Self.compareMagnitudes(a, Int(exponent), b, Int(other.exponent))
    return signA > 0 ? size : -size
  }

  /// Compares `a × 10^x` with `b × 10^y`, neither zero.
  private static func compareMagnitudes(_ a: UInt128, _ x: Int, _ b: UInt128, _ y: Int) -> Int {
    if x < y { return -compareMagnitudes(b, y, a, x) }
    var scaled = a
    for _ in 0..<(x - y) {
      let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
      if overflow { return 1 }
      scaled = product
    }
    return scaled == b ? 0 : (scaled < b ? -1 : 1)
  }
}
