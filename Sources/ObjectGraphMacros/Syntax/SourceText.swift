/// Source text as bytes, with the place in the user's file where it begins.
///
/// All ranges of the syntax layer count UTF-8 bytes from the beginning of this text; adding
/// ``fileOffset`` gives the offset that the compiler wants in a diagnostic.
struct SourceText {
  let bytes: [UInt8]
  let fileName: String
  let fileOffset: Int

  init(_ text: String, fileName: String = "", fileOffset: Int = 0) {
    self.bytes = Array(text.utf8)
    self.fileName = fileName
    self.fileOffset = fileOffset
  }

  /// The exact text of a range.
  subscript(_ range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  func text(of token: Token) -> String { self[token.range] }

  /// Whether a range holds exactly this text, without making a string.
  func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { wanted in bytes[range].elementsEqual(wanted) }
  }

  /// Whether a directive is `#else`, which has no condition.
  func isElse(_ directive: Range<Int>) -> Bool { matches(directive, "#else") }

  /// The white space with which the line of a position begins.
  func indentation(at position: Int) -> String {
    var start = min(position, bytes.count)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return self[start..<endOfSpace(after: start)]
  }

  /// Where a run of spaces and tabs after a position ends.
  func endOfSpace(after position: Int) -> Int {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return end
  }
}
