/// Hands out arguments one by one and tells options from operands.
struct ArgumentReader {
  /// One argument.
  enum Argument: Equatable {
    /// `--name` or `--name=value`.
    case option(String, String?)
    /// Anything else; also everything behind `--`, and a lone `-`.
    case operand(String)
  }

  private var rest: ArraySlice<String>
  private var optionsEnded = false

  init(_ arguments: [String]) {
    rest = arguments[...]
  }

  mutating func next() -> Argument? {
    guard let text = rest.popFirst() else { return nil }
    if optionsEnded || text == "-" || !text.hasPrefix("-") { return .operand(text) }
    if text == "--" {
      optionsEnded = true
      return next()
    }
    guard let equals = text.firstIndex(of: "=") else { return .option(text, nil) }
    return .option(String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// The value of an option: what stood behind its equals sign, or the next argument.
  mutating func value(_ attached: String?, of name: String) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError("option '\(name)' needs a value")
    }
    return value
  }
}
