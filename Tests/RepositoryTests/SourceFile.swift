/// One file and its lines.
struct SourceFile {
  /// The path from the package's top folder.
  let path: String
  /// The lines without their ends.
  let lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
  }

  /// The lines that meet a condition, each as `path:line`.
  func places(where condition: (Substring) -> Bool) -> [String] {
    lines.enumerated().filter { condition($0.element) }.map { "\(path):\($0.offset + 1)" }
  }

  /// The names of the modules that the file imports, each with its place.
  var imports: [(module: String, place: String)] {
    lines.enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let keyword = words.firstIndex(of: "import") else { return nil }
      let modifiers = words[..<keyword].allSatisfy { word in
        word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
      }
      guard modifiers, let name = words.dropFirst(keyword + 1).last else { return nil }
      return (String(name.prefix { $0 != "." }), "\(path):\(index + 1)")
    }
  }
}
