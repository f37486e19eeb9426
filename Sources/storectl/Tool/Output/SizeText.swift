/// Sizes for people.
enum SizeText {
  private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

  /// A number of bytes in the largest decimal unit of which there is one, with one digit behind the point.
  static func readable(_ bytes: UInt64) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var unit: UInt64 = 1000
    for name in units {
      // Rounded to tenths, so that what rounds to 1000 goes to the next unit.
      let (tenths, rest) = bytes.quotientAndRemainder(dividingBy: unit / 10)
      let rounded = tenths + (rest * 2 >= unit / 10 ? 1 : 0)
      if rounded < 10_000 || name == units.last { return "\(rounded / 10).\(rounded % 10) \(name)" }
      unit *= 1000
    }
    return "\(bytes) B"
  }

  /// A number of bytes; below 0 there is none.
  static func readable(_ bytes: Int) -> String { readable(UInt64(max(0, bytes))) }

  /// One number as a multiple of another, with two digits behind the point; nil of nothing.
  static func ratio(_ number: Int, of base: Int) -> Double? {
    guard base > 0 else { return nil }
    return (Double(number) / Double(base) * 100).rounded() / 100
  }
}
