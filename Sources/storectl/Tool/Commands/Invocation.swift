/// What a command line asks for.
struct Invocation: Equatable {
  /// The commands with what they need.
  enum Action: Equatable {
    case help(String?)
    case version
    case info(path: String)
    case schema(path: String)
    case dump(path: String, entities: [String])
    case check(path: String)
    case compact(path: String)
  }

  let action: Action

  /// Reads the arguments behind the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    guard let first = arguments.first else { throw UsageError("a command is missing") }
    let rest = Array(arguments.dropFirst())
    switch first {
    case "--help", "-h", "--version":
      if let extra = rest.first { throw UsageError("'\(first)' takes no argument, and '\(extra)' was given") }
      action = first == "--version" ? .version : .help(nil)
    case "help":
      guard rest.count <= 1 else { throw UsageError("'help' takes one command") }
      if let topic = rest.first, !UsageText.topics.contains(topic) {
        throw UsageError("there is no command '\(topic)'")
      }
      action = .help(rest.first)
    case "info", "schema", "dump", "check", "compact":
      action = try Self.command(first, rest)
    default:
      throw UsageError(first.hasPrefix("-") ? "unknown option '\(first)'" : "there is no command '\(first)'")
    }
  }

  private static func command(_ name: String, _ arguments: [String]) throws(UsageError) -> Action {
    var paths: [String] = []
    var entities: [String] = []
    var takesOptions = true
    var next = arguments.makeIterator()
    while let argument = next.next() {
      switch argument {
      case "--" where takesOptions: takesOptions = false
      case "--help" where takesOptions, "-h" where takesOptions: return .help(name)
      case "--entity" where takesOptions && name == "dump":
        guard let entity = next.next() else { throw UsageError("'--entity' needs the name of an entity") }
        entities.append(entity)
      case _ where takesOptions && name == "dump" && argument.hasPrefix("--entity="):
        entities.append(String(argument.dropFirst("--entity=".count)))
      case _ where takesOptions && argument.hasPrefix("-") && argument != "-":
        throw UsageError("'\(name)' has no option '\(argument)'")
      default: paths.append(argument)
      }
    }
    guard let path = paths.first else { throw UsageError("'\(name)' needs the path of a store") }
    guard !path.isEmpty else { throw UsageError("the path that '\(name)' was given is empty") }
    guard paths.count == 1 else {
      throw UsageError("'\(name)' takes one path, and \(paths.count) were given")
    }
    switch name {
    case "info": return .info(path: path)
    case "schema": return .schema(path: path)
    case "dump": return .dump(path: path, entities: entities)
    case "check": return .check(path: path)
    default: return .compact(path: path)
    }
  }
}
