/// A word of a filter, and where it stands.
struct TextFilterToken {
  enum Kind: Equatable {
    /// A keyword or a path of names.
    case word(String)
    /// A path of names that is no keyword, written with a `#` in front.
    case name(String)
    case number(String)
    /// A date as ISO 8601 writes it, without quotes.
    case date(String)
    case text(String)
    /// `$name`, without the sign.
    case argument(String)
    case symbol(String)
    case end
  }

  var kind: Kind
  /// The character at which it begins, counted from 1.
  var column: Int
  /// As it was written.
  var source: String

  /// The word in upper case; empty for what is no word.
  var keyword: String {
    if case .word(let word) = kind { return word.uppercased() }
    return ""
  }

  /// Whether it is a symbol.
  func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }

  /// As it stands in messages.
  var shown: String { kind == .end ? "the end" : "'\(source)'" }
}
