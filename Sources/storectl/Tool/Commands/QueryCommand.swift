import LogStore

/// `storectl query`.
struct QueryCommand {
  let context: Command.Context

  func run() throws -> ExitCode {
    let encryption = context.arguments.has("decrypt") ? try context.encryption() : nil
    let snapshot = try StoreInspection(at: context.path, io: context.io).snapshot(openingWith: encryption)
    let question = try RecordQuestion(context, snapshot)
    if context.arguments.has("explain") {
      let plan = "\(question.view.explain(question.query))"
      try context.answer(["plan": .string(plan)]) { try $0.writeLine(plan) }
      return .success
    }
    let dump = ObjectDump(
      snapshot.state,
      isRising: question.query.sort.isEmpty,
      omitsBlobs: context.arguments.has("no-blobs"),
      to: context.output.write
    )
    for id in try question.view.run(question.query) { try dump.append(id) }
    return try context.end(dump)
  }
}

extension Command {
  static let query = Command(
    name: "query",
    operands: ["ENTITY", "[FILTER]", "STORE"],
    summary: "objects that fulfil a condition, one JSON object a line",
    options: [
      .arguments,
      CommandOption(
        name: "sort",
        value: "PATH[:desc]",
        summary: "in the order of that attribute; further keys by more options, or behind commas",
        isRepeated: true
      ),
      CommandOption(name: "limit", value: "N", summary: "at most N objects"),
      CommandOption(name: "offset", value: "N", summary: "without the first N"),
      CommandOption(name: "explain", summary: "how the objects are found, instead of the objects"),
      CommandOption(name: "no-blobs", summary: "values in files of their own only by name"),
      CommandOption(name: "decrypt", summary: "sealed values in clear; needs their key"),
    ] + CommandOption.keySources,
    answer: .lines,
    details: """
      Prints the objects of an entity and of those below it that fulfil a condition, in the
      form of 'storectl dump', by rising id or as --sort says. Without FILTER all are printed.
      With --explain --json the answer is {"plan": text}.

      \(filterHelp)
      """,
    run: { try QueryCommand(context: $0).run() }
  )
}
