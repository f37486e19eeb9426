@_spi(_Unicode) import Swift

/// Normalisation form C of UTF-8.
enum NormalText {
  /// Whether a text is sure to be in normal form: it has only scalars below U+0300, which are their own normal
  /// form whatever surrounds them.
  @inline(__always)
  static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress else { return true }
    var index = 0
    while index &+ 8 <= text.count {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // Bytes of 0xCC and above: the high bit is set, and adding 0x34 to the rest sets it again.
      let sums = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x3434_3434_3434_3434
      if sums & word & 0x8080_8080_8080_8080 != 0 { return false }
      index &+= 8
    }
    while index < text.count {
      if base.load(fromByteOffset: index, as: UInt8.self) >= 0xCC { return false }
      index &+= 1
    }
    return true
  }

  /// Whether a text is in normal form.
  static func isNormal(_ text: UnsafeRawBufferPointer) -> Bool {
    if isPlain(text) { return true }
    return withNormalForm(of: text) { TextBytes.areEqual($0, text) }
  }

  /// Lends the normal form of a text.
  static func withNormalForm<R>(
    of text: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> R
  ) -> R {
    if isPlain(text) { return body(text) }
    var normal = String.UnicodeScalarView()
    normal.append(contentsOf: String(decoding: text, as: UTF8.self)._nfc)
    var string = String(normal)
    return string.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
