import LogStore

extension [UInt8] {
  /// The little-endian number at an offset; what lies outside counts as zeros.
  func number(_ offset: Int, _ width: Int) -> UInt64 {
    guard offset >= 0, offset <= count else { return 0 }
    var number: UInt64 = 0
    for place in 0..<Swift.min(width, count - offset) {
      number |= UInt64(self[offset + place]) << UInt64(8 * place)
    }
    return number
  }

  /// Puts a number at an offset; what would lie outside is left out.
  mutating func put(_ number: UInt64, _ offset: Int, _ width: Int) {
    guard offset >= 0, offset <= count else { return }
    for place in 0..<Swift.min(width, count - offset) {
      self[offset + place] = UInt8(truncatingIfNeeded: number >> UInt64(8 * place))
    }
  }

  /// The checksum of a part; of what of it there is.
  func hash(_ range: Range<Int>, seed: UInt64) -> UInt64 {
    withUnsafeBytes {
      XXH64.hash(UnsafeRawBufferPointer(rebasing: $0[range.clamped(to: 0..<count)]), seed: seed)
    }
  }
}
