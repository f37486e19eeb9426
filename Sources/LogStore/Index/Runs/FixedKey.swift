/// A key of an index: a row of 64-bit words, compared one by one from the first on.
///
/// Pages of a checkpoint keep each word of their keys in a column of its own. A type conforms when its stored
/// properties are `UInt64` only, in the order in which `<` compares them.
package protocol FixedKey: Comparable, BitwiseCopyable, Sendable {}

extension FixedKey {
  /// Number of words.
  @inline(__always)
  static var wordCount: Int { MemoryLayout<Self>.size / MemoryLayout<UInt64>.size }

  /// The word at a place, 0 the most significant.
  @inline(__always)
  func word(_ index: Int) -> UInt64 {
    withUnsafeBytes(of: self) { $0.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self) }
  }
}

/// The value of an entry as the word that a page keeps of it: a `UInt64` itself, 0 for `Void`.
@inline(__always)
func valueWord<Value: BitwiseCopyable>(_ value: Value) -> UInt64 {
  // Never a look at the bytes of nothing: the optimizer makes an address of what is in a register then.
  guard MemoryLayout<Value>.size > 0 else { return 0 }
  return withUnsafeBytes(of: value) { $0.loadUnaligned(as: UInt64.self) }
}

extension UInt64: FixedKey {}
extension MemberKey: FixedKey {}
extension ReferrerKey: FixedKey {}
extension SecondaryKey: FixedKey {}
extension TextKey: FixedKey {}
