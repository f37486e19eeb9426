/// The manual page, in the macros of man(7).
enum ManualPage {
  static var text: String {
    var page = """
      .TH STORECTL 1 "" "storectl \(Storectl.version)" "User Commands"
      .SH NAME
      storectl \\- look into stores, check them and compact them
      .SH SYNOPSIS

      """
    for command in Command.all { page += ".B \(escaped(command.synopsis))\n.br\n" }
    page += """
      .SH DESCRIPTION
      A store is a directory that a program writes through ObjectGraph, SwiftData or LogStore. storectl works on it
      without that program. All commands but
      .B load
      and
      .B compact
      and changes by
      .B keys
      change no byte of it and work beside a program that writes to it.
      .SH COMMANDS

      """
    for command in Command.all {
      page +=
        ".SS \(command.name)\n\(escaped(capitalised(command.summary))).\n.PP\n.nf\n\(escaped(command.details))\n.fi\n"
      for option in command.options {
        page += ".TP\n.B \(escaped(option.spelling))\n\(escaped(option.summary))\n"
      }
    }
    page += ".SH EXIT STATUS\n"
    for code in ExitCode.allCases { page += ".TP\n.B \(code.rawValue)\n\(escaped(code.meaning))\n" }
    return page + """
      .SH ENVIRONMENT
      .TP
      .B OBJECTGRAPH_KEY_FILE
      file with the key of sealed values, where no option names one
      .TP
      .B CREDENTIALS_DIRECTORY
      directory of a service manager that may hold objectgraph.key

      """
  }

  private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  /// A text in which nothing is taken for a macro or an escape.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      if line.hasPrefix(".") || line.hasPrefix("'") { line = "\\&" + line }
      return String(line)
    }.joined(separator: "\n")
  }
}
