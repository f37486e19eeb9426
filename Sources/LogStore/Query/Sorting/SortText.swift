/// A string as a key of an order: bytes whose order is Swift's order of the strings.
///
/// Swift's `<` leaves some pairs unordered in which one string is decomposed ("e" + U+0301 and "éa"); an
/// order needs an answer, and gets that of the normalised texts.
struct SortText {
  /// UTF-8 of normalisation form C: Swift orders strings by the scalars of that form, and the order of
  /// scalars is the order of their UTF-8.
  let text: String

  /// Reads a key from a record.
  init(_ bytes: UnsafeRawBufferPointer) {
    text = NormalText.withNormalForm(of: bytes) { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes a key of a string.
  init(_ string: String) {
    var string = string
    self = string.withUTF8 { SortText(UnsafeRawBufferPointer($0)) }
  }

  /// First eight bytes as a big-endian number: texts with different heads are in the order of their heads.
  var head: UInt64 {
    var text = text
    return text.withUTF8 { Self.head(UnsafeRawBufferPointer($0)) }
  }

  /// First eight bytes of a text.
  static func head(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    if bytes.count >= 8, let base = bytes.baseAddress {
      return UInt64(bigEndian: base.loadUnaligned(as: UInt64.self))
    }
    var head: UInt64 = 0
    for byte in bytes { head = head << 8 | UInt64(byte) }
    return bytes.isEmpty ? 0 : head << UInt64(8 * (8 - bytes.count))
  }

  /// First eight bytes of the normal form of a text, if they can be told without making it: what follows a
  /// scalar below U+0300 can change it only by being at U+0300 or above.
  static func quickHead(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
    TextBytes.isSimple(UnsafeRawBufferPointer(rebasing: bytes.prefix(16))) ? head(bytes) : nil
  }

  /// Order of two keys: negative, zero, positive.
  func compare(_ other: SortText) -> Int {
    // Both are native strings in their normal form, which Swift compares by their bytes.
    text == other.text ? 0 : (text < other.text ? -1 : 1)
  }
}
