/// The arguments behind the name of a command, sorted into operands and options.
struct CommandArguments {
  /// What was given, by the names of the operands.
  private var operands: [String: String] = [:]
  private var given: [String] = []
  private var values: [String: [String]] = [:]
  private let command: String

  /// Whether help is asked for instead.
  private(set) var asksForHelp = false

  /// Reads arguments; options may stand anywhere in front of a `--`. `-` and what begins like a negative number
  /// are operands.
  init(_ arguments: [String], for command: Command) throws(UsageError) {
    self.command = command.name
    var takesOptions = true
    var next = arguments.makeIterator()
    while let argument = next.next() {
      guard takesOptions, Self.looksLikeOption(argument) else {
        self.given.append(argument)
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
    try nameOperands(command)
  }

  private static func looksLikeOption(_ argument: String) -> Bool {
    guard argument.hasPrefix("-"), let second = argument.dropFirst().first else { return false }
    return !second.isNumber
  }

  /// Gives each operand its name. Those in brackets may be missing; what is there belongs to the first of them.
  private mutating func nameOperands(_ command: Command) throws(UsageError) {
    let required = command.operands.count { !$0.hasPrefix("[") }
    guard given.count >= required, given.count <= command.operands.count else {
      let wanted = command.operands.isEmpty ? "no operand" : command.operands.joined(separator: " ")
      throw UsageError("'\(command.name)' takes \(wanted), and \(given.count) operands were given")
    }
    var optional = given.count - required
    var next = given.makeIterator()
    for operand in command.operands {
      if operand.hasPrefix("[") {
        guard optional > 0 else { continue }
        optional -= 1
      }
      let name = operand.filter { $0 != "[" && $0 != "]" }
      operands[name] = next.next()
      if operands[name]?.isEmpty == true, name != "FILTER" {
        throw UsageError("the \(name) that '\(command.name)' was given is empty")
      }
    }
  }

  /// An operand by its name; nil if it may be missing, and is.
  func operand(_ name: String) -> String? { operands[name] }

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

  /// The store that the command works on.
  var path: String { operands["STORE"] ?? "" }
}
