/// The names of generated members.
///
/// Slots begin with `_$_` and the library's own members with `_$` and a letter, so that no name of
/// a property, be it `header` or `encode`, can make the two collide.
enum Names {
  /// The storage behind a property.
  static func slot(_ name: String) -> String { quoteIfNeeded("_$_" + bare(name)) }

  /// The marker without which forgetting a property in an initializer would go unnoticed; its name
  /// is what the compiler's message shows.
  static func marker(_ name: String) -> String { quoteIfNeeded("_$needsValue_" + bare(name)) }

  /// Whether observers of the property are running.
  static func observing(_ name: String) -> String { quoteIfNeeded("_$observing_" + bare(name)) }

  /// A name without back-ticks.
  static func bare(_ name: String) -> String {
    guard name.count > 2, name.hasPrefix("`"), name.hasSuffix("`") else { return name }
    return String(name.dropFirst().dropLast())
  }

  /// A name as a string literal of the generated code.
  static func literal(_ name: String) -> String {
    let escaped = bare(name).flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"" + String(escaped) + "\""
  }

  private static func quoteIfNeeded(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { Lexer.isIdentifierByte($0) || $0 >= 0x80 }
    return isPlain ? name : "`\(name)`"
  }
}
