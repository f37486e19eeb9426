/// Remembers the properties of the class that was split last.
///
/// The compiler asks for each member on its own and sends the whole class every time.
struct ClassCache {
  struct Entry {
    var name: String
    /// Where the declaration begins in the class.
    var start: Int
    var index: PropertyIndex
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry]?

  /// The persisted properties of the class in this text; nil if it holds no class.
  mutating func properties(of source: SourceText) -> [Entry]? {
    if bytes == source.bytes { return entries }
    bytes = source.bytes
    entries = Self.split(source)
    return entries
  }

  private static func split(_ source: SourceText) -> [Entry]? {
    var splitter = MemberSplitter(source)
    guard let type = splitter.parseType(), type.keywordText == "class" else { return nil }
    return PropertyLayout(type.members, in: source).properties.map { property, index in
      Entry(name: property.name, start: property.variable.range.lowerBound, index: index)
    }
  }
}
