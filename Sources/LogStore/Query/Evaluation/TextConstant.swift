/// A string captured by a filter, with its bytes at a fixed address.
final class TextConstant {
  /// The string.
  let string: String
  /// Its UTF-8.
  let bytes: UnsafeRawBufferPointer
  /// Whether its bytes may be compared instead of its characters (`TextBytes`).
  let isSimple: Bool

  init(_ string: String) {
    self.string = string
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: string.utf8.count, alignment: 8)
    copy.copyBytes(from: string.utf8)
    bytes = UnsafeRawBufferPointer(copy)
    isSimple = TextBytes.isSimple(bytes)
  }

  deinit { bytes.deallocate() }

  /// Whether a text is equal to this one.
  func equals(_ text: UnsafeRawBufferPointer) -> Bool {
    if TextBytes.areEqual(text, bytes) { return true }
    if isSimple && TextBytes.isSimple(text) { return false }
    return String(decoding: text, as: UTF8.self) == string
  }

  /// Whether a text comes before this one.
  func isPreceded(by text: UnsafeRawBufferPointer) -> Bool {
    if isSimple && TextBytes.isSimple(text) { return TextBytes.compare(text, bytes) < 0 }
    return String(decoding: text, as: UTF8.self) < string
  }

  /// Whether a text comes behind this one. Not the same as neither being equal nor before: Swift leaves some
  /// pairs of texts unordered, such as a decomposed "é" and a composed "éa".
  func isFollowed(by text: UnsafeRawBufferPointer) -> Bool {
    if isSimple && TextBytes.isSimple(text) { return TextBytes.compare(text, bytes) > 0 }
    return string < String(decoding: text, as: UTF8.self)
  }

  /// Whether a text contains this one.
  func isContained(in text: UnsafeRawBufferPointer) -> Bool {
    if bytes.isEmpty { return true }
    if isSimple, let answer = TextBytes.contains(text, bytes) { return answer }
    return String(decoding: text, as: UTF8.self).contains(string)
  }

  /// Whether a text starts with this one.
  func isPrefix(of text: UnsafeRawBufferPointer) -> Bool {
    if isSimple && TextBytes.isSimple(text) { return TextBytes.starts(text, with: bytes) }
    return String(decoding: text, as: UTF8.self).starts(with: string)
  }
}
