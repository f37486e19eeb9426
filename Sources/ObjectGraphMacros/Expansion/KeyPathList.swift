/// An array literal of key path literals, as `#Unique` and `#Index` take them.
struct KeyPathList {
  var paths: [KeyPathLiteral] = []

  /// Nil if the text of the range is anything else.
  init?(_ range: Range<Int>, in source: SourceText) {
    var cursor = Cursor(source, at: range.lowerBound)
    guard cursor.skip("[") else { return nil }
    while !cursor.isAtEnd, !cursor.isAt("]") {
      guard let path = KeyPathLiteral(cursor.skipExpression(insideParentheses: true), in: source) else {
        return nil
      }
      paths.append(path)
      guard cursor.skip(",") || cursor.isAt("]") else { return nil }
    }
  }
}
