/// An option of a command.
struct CommandOption: Sendable {
  /// Name without the dashes in front.
  let name: String
  /// What stands for its value in help texts; nil for an option without one.
  var value: String?
  /// What it does, in a few words.
  let summary: String
  /// Whether it may be given more than once.
  var isRepeated = false

  /// As it stands in help texts: `--entity NAME`.
  var spelling: String { "--" + name + (value.map { " " + $0 } ?? "") }
}

extension CommandOption {
  /// The answer for programs.
  static let json = CommandOption(name: "json", summary: "the answer as one JSON document, for programs")

  /// The same where the answer is JSON anyway.
  static let jsonAlready = CommandOption(name: "json", summary: "changes nothing: the answer is JSON already")

  /// Where the key of sealed values is, for commands that need it.
  static let keySources = [
    CommandOption(
      name: "key-file",
      value: "FILE",
      summary: "the key of sealed values is in FILE (32 bytes, or 64 hexadecimal digits)"
    ),
    CommandOption(
      name: "passphrase-file",
      value: "FILE",
      summary: "it comes from the passphrase in the first line of FILE"
    ),
  ]
}
