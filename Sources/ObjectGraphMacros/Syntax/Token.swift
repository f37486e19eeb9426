/// One lexical element: where it stands and what the splitter has to know about it.
///
/// Comments and white space are no tokens; a token only records whether a line break or a space
/// stands before it, which is what decides where a Swift expression ends.
struct Token: Equatable {
  enum Kind: Equatable {
    case identifier
    /// An identifier in back-ticks; the range includes them.
    case quotedIdentifier
    case number
    /// A whole string literal, interpolations included.
    case string
    case regex
    case `operator`
    /// `#` with the name behind it, such as `#if` or `#Unique`.
    case pound
    /// One character of `()[]{},:;@.\?!`, given as its byte.
    case punctuation(UInt8)
    case endOfFile
    case unknown
  }

  var kind: Kind
  var range: Range<Int>
  var hasLineBreakBefore: Bool
  var hasSpaceBefore: Bool

  func `is`(_ character: Character) -> Bool {
    guard case .punctuation(let byte) = kind, let ascii = character.asciiValue else { return false }
    return byte == ascii
  }

  var isName: Bool { kind == .identifier || kind == .quotedIdentifier }
}
