import LogStore

/// A command: what it takes, what its help says, and what it does. Help, the manual page and completions are
/// all made of this, so that none of them can be out of date.
struct Command: Sendable {
  /// What a command works with.
  struct Context {
    let arguments: CommandArguments
    let io: any StorageIO
    let output: TextOutput
    let errors: TextOutput
    /// The next bytes of the standard input; none at its end.
    let input: () throws -> [UInt8]

    /// The directory of the store.
    var path: String { arguments.path }

    /// Writes the rest of a dump; then, to the errors, what could not be read.
    func end(_ dump: ObjectDump) throws -> ExitCode {
      try dump.flush()
      for problem in dump.problems { try errors.writeLine("storectl: \(problem)") }
      try errors.flush()
      return dump.problems.isEmpty ? .success : .corruption
    }

    /// Whether the answer is for a program.
    var isJSON: Bool { arguments.has(CommandOption.json.name) }

    /// Gives the answer in the form that is asked for: the only place where the two part.
    ///
    /// - Parameters:
    ///   - document: The answer for programs.
    ///   - text: Writes the answer for people.
    func answer(
      _ document: @autoclosure () throws -> JSONDocument,
      _ text: (TextOutput) throws -> Void
    ) throws {
      guard isJSON else { return try text(output) }
      try document().write(to: output)
      try output.write("\n")
    }
  }

  /// In what form a command answers.
  enum Answer: Sendable {
    /// Text that other programs read: it has no other form.
    case text
    /// JSON objects, one a line, whether or not JSON is asked for.
    case lines
    /// Text for people; with `--json` a document of these keys, as it stands in help texts.
    case document(String)
  }

  /// Name on the command line.
  let name: String
  /// What stands for its operands in help texts, in order; in brackets if they may be missing.
  let operands: [String]
  /// What it does, in a few words.
  let summary: String
  let options: [CommandOption]
  /// More about it: paragraphs of lines.
  let details: String
  /// Whether it takes so long that somebody at a terminal wants to see that it goes on.
  let isLong: Bool
  /// Does it.
  let run: @Sendable (Context) throws -> ExitCode

  /// All of them, in the order of help texts.
  static let all: [Command] = [
    .info, .schema, .get, .count, .query, .dump, .load, .digest, .log, .stats, .map, .check, .compact,
    .backup, .repair, .blobs, .keys, .completions, .manual,
  ]

  init(
    name: String,
    operands: [String],
    summary: String,
    options: [CommandOption] = [],
    answer: Answer = .text,
    isLong: Bool = false,
    details: String,
    run: @escaping @Sendable (Context) throws -> ExitCode
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.isLong = isLong
    self.run = run
    switch answer {
    case .text:
      self.options = options
      self.details = details
    case .lines:
      self.options = options + [.jsonAlready]
      self.details = details
    case .document(let keys):
      self.options = options + [.json]
      let indented = keys.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n")
      self.details = details + "\n\nThe document of --json:\n\n" + indented
    }
  }

  /// One line that shows how to call it.
  var synopsis: String {
    let options = options.map { "[\($0.spelling)]" + ($0.isRepeated ? "..." : "") }
    return (["storectl", name] + options + operands).joined(separator: " ")
  }

  /// What `storectl help NAME` prints.
  var help: String {
    var text = "Usage: \(synopsis)\n\n\(details)\n"
    if !options.isEmpty {
      let width = (options.map(\.spelling.count).max() ?? 0) + 2
      text += "\nOptions:\n"
      for option in options {
        let padding = String(repeating: " ", count: width - option.spelling.count)
        text += "  \(option.spelling)\(padding)\(option.summary)\n"
      }
    }
    return text + "\n"
  }
}
