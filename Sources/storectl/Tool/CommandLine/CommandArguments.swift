/// The arguments behind the name of a command, sorted into operands and options.
struct CommandArguments {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private let command: String

  /// Whether help is asked for instead.
  private(set) var asksForHelp = false

  /// Reads arguments; options may stand anywhere in front of a `--`.
  init(_ arguments: [String], for command: Command) throws(UsageError) {
    self.command = command.name
    var takesOptions = true
    var next = arguments.makeIterator()
    while let argument = next.next() {
      guard takesOptions, argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      if argument == "--" {
        takesOptions = false
        continue
      }
      if argument == "--help" || argument == "-h" {
        asksForHelp = true
        return
      }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? ""
      guard argument.hasPrefix("--"), let option = command.options.first(where: { $0.name == name }) else {
        throw UsageError("'\(command.name)' has no option '\(argument)'")
      }
      guard let placeholder = option.value else {
        guard parts.count == 1 else { throw UsageError("'--\(name)' takes no value") }
        values[name, default: []].append("")
        continue
      }
      let given = parts.count == 2 ? String(parts[1]) : next.next()
      guard let given else { throw UsageError("'--\(name)' needs a value, \(placeholder)") }
      guard option.isRepeated || values[name] == nil else { throw UsageError("'--\(name)' is given twice") }
      values[name, default: []].append(given)
    }
    try checkOperands(command)
  }

  private func checkOperands(_ command: Command) throws(UsageError) {
    if operands.count == command.operands.count {
      for (name, operand) in zip(command.operands, operands) where operand.isEmpty {
        throw UsageError("the \(name) that '\(command.name)' was given is empty")
      }
      return
    }
    let wanted = command.operands.joined(separator: " ")
    throw UsageError("'\(command.name)' takes \(wanted), and \(operands.count) operands were given")
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option that may be given once.
  func value(_ name: String) -> String? { values[name]?.last }

  /// The values of an option.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as a number that is not negative.
  func count(_ name: String) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw UsageError("'--\(name)' takes a number from 0 on, and '\(text)' was given")
    }
    return number
  }

  /// The store that the command works on: its last operand.
  var path: String { operands.last ?? "" }
}
