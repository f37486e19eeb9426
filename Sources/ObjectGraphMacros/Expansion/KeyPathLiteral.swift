/// A key path literal, read for its names only.
struct KeyPathLiteral {
  /// All names in order; with a written root they begin with those of the root type.
  var names: [String]
  var hasRoot: Bool

  /// Nil if the text of the range is no key path literal made of names.
  init?(_ range: Range<Int>, in source: SourceText) {
    var cursor = Cursor(source, at: range.lowerBound)
    guard cursor.skip("\\") else { return nil }
    hasRoot = !cursor.isAt(".")
    names = []
    while cursor.token.range.lowerBound < range.upperBound {
      if cursor.token.isName {
        names.append(Names.bare(cursor.text))
        cursor.advance()
        cursor.skipGenericArguments()
      } else if cursor.isAt(".") || cursor.isAt("?") || cursor.isAt("!") {
        cursor.advance()
      } else {
        return nil
      }
    }
    guard names.count > (hasRoot ? 1 : 0) else { return nil }
  }

  /// The path from a class of this name: what is left without the root.
  func path(from className: String) -> String {
    guard hasRoot else { return names.joined(separator: ".") }
    let root = names.firstIndex { $0 == className || $0 == "Self" } ?? 0
    let rest = names[(root + 1)...]
    return (rest.isEmpty ? names.suffix(1) : rest).joined(separator: ".")
  }
}
