/// Comparisons whose time tells nothing of the bytes.
package enum ConstantTime {
  /// Whether two ranges hold the same bytes. Every byte is looked at; only the lengths, which are no secret,
  /// and the answer decide what is done. O(n).
  package static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    var index = 0
    while index < left.count {
      difference |= left[index] ^ right[index]
      index &+= 1
    }
    return difference == 0
  }
}
