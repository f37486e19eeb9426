/// A command line, taken apart and checked.
struct Invocation: Equatable {
  /// What to do.
  enum Command: Equatable {
    case help
    case version
    case importFile(String?)
    case search(String)
    case show(String)
    case depends(String, isReversed: Bool, depth: Int)
    case stats
    case sample
  }

  /// What to do.
  var command: Command
  /// The directory given by `--store`, or nil.
  var store: String?

  /// Takes the arguments apart; the program's name is not among them.
  init(_ arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments)
    var isReversed = false
    var depth: Int?
    var operands: [String] = []
    var wantsHelp = false
    var wantsVersion = false
    while let argument = reader.next() {
      switch argument {
      case .option("--help", nil), .option("-h", nil): wantsHelp = true
      case .option("--version", nil): wantsVersion = true
      case .option("--store", let value): store = try reader.value(value, of: "--store")
      case .option("--reverse", nil): isReversed = true
      case .option("--depth", let value): depth = try Self.depth(try reader.value(value, of: "--depth"))
      case .option(let name, let value):
        throw UsageError(value == nil ? "unknown option '\(name)'" : "option '\(name)' takes no value")
      case .operand(let text): operands.append(text)
      }
    }
    if wantsHelp || wantsVersion {
      // Help is asked for behind a command as well.
      if let name = operands.first, wantsVersion || !Self.names.contains(name) {
        throw UsageError(
          wantsVersion ? "--version takes no argument, found '\(name)'" : "unknown command '\(name)'"
        )
      }
      command = wantsHelp ? .help : .version
      return
    }
    command = try Self.command(operands, isReversed: isReversed, depth: depth)
  }

  /// All commands.
  private static let names: Set = ["help", "import", "search", "show", "depends", "stats", "sample"]

  private static func command(
    _ operands: [String],
    isReversed: Bool,
    depth: Int?
  ) throws(UsageError) -> Command {
    guard let name = operands.first else { throw UsageError("a command is missing") }
    let rest = operands.dropFirst()
    if name != "depends" && (isReversed || depth != nil) {
      throw UsageError("--reverse and --depth belong to 'depends', not to '\(name)'")
    }
    switch name {
    case "import":
      if rest.count > 1 { throw UsageError("'import' takes one file, found \(rest.count)") }
      return .importFile(rest.first)
    case "search": return .search(try single(rest, of: name, what: "text"))
    case "show": return .show(try single(rest, of: name, what: "package name"))
    case "depends":
      let package = try single(rest, of: name, what: "package name")
      return .depends(package, isReversed: isReversed, depth: depth ?? 1)
    case "stats", "sample", "help":
      if let extra = rest.first { throw UsageError("'\(name)' takes no argument, found '\(extra)'") }
      return name == "stats" ? .stats : name == "sample" ? .sample : .help
    default: throw UsageError("unknown command '\(name)'")
    }
  }

  private static func single(
    _ operands: ArraySlice<String>,
    of command: String,
    what: String
  ) throws(UsageError) -> String {
    guard let operand = operands.first, operands.count == 1 else {
      throw UsageError("'\(command)' takes one \(what), found \(operands.count)")
    }
    guard !operand.isEmpty else { throw UsageError("the \(what) of '\(command)' is empty") }
    return operand
  }

  private static func depth(_ text: String) throws(UsageError) -> Int {
    guard let depth = Int(text), depth >= 1 else {
      throw UsageError("--depth takes a number from 1, found '\(text)'")
    }
    return depth
  }
}
