/// What `--help` prints.
enum UsageText {
  /// The text of a command, or that of the program.
  static func text(for topic: String?) -> String {
    Command.all.first { $0.name == topic }?.help ?? general
  }

  private static var general: String {
    var text = """
      Usage: storectl COMMAND [OPTION]... STORE

      Looks into a store, checks it and compacts it, without the program that wrote it.
      STORE is the directory of the store. All commands but 'load', 'compact' and changes by
      'keys' change no byte of it and work beside a program that writes to it.

      Commands:

      """
    for command in Command.all {
      let call = ([command.name] + command.operands).joined(separator: " ")
      text += "  \(call)" + String(repeating: " ", count: max(1, 24 - call.count)) + command.summary + "\n"
    }
    text += """
        help COMMAND            more about a command, and the keys of its --json
        --help, --version

      Exit codes:

      """
    for code in ExitCode.allCases {
      text +=
        "  \(code.rawValue)" + String(repeating: " ", count: code.rawValue < 10 ? 3 : 2) + code.meaning + "\n"
    }
    return text + "\n"
  }
}
