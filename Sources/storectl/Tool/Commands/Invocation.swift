/// What a command line asks for.
enum Invocation {
  case help(String?)
  case version
  case command(Command, CommandArguments)

  /// Reads the arguments behind the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else { throw UsageError("a command is missing") }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h", "--version":
      if let extra = rest.first { throw UsageError("'\(first)' takes no argument, and '\(extra)' was given") }
      self = first == "--version" ? .version : .help(nil)
    case "help":
      guard rest.count <= 1 else { throw UsageError("'help' takes one command") }
      if let topic = rest.first { _ = try Self.command(topic) }
      self = .help(rest.first)
    default:
      if first.hasPrefix("-") { throw UsageError("unknown option '\(first)'") }
      let command = try Self.command(first)
      let sorted = try CommandArguments(rest, for: command)
      self = sorted.asksForHelp ? .help(first) : .command(command, sorted)
    }
  }

  private static func command(_ name: String) throws(UsageError) -> Command {
    guard let command = Command.all.first(where: { $0.name == name }) else {
      throw UsageError("there is no command '\(name)'")
    }
    return command
  }
}
