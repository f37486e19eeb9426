import LogStore

/// `storectl check`.
struct CheckCommand {
  let context: Command.Context

  func run() throws -> ExitCode {
    let report = try StoreCheck.run(
      at: context.path,
      readingBlobs: context.arguments.has("deep"),
      io: context.io
    )
    do {
      try context.answer(document(report)) { try print(report, $0) }
      try context.output.flush()
    } catch OutputError.readerLeft {
      // Who does not want to read on still gets the verdict.
    }
    return code(report.verdict)
  }

  private func code(_ verdict: CheckFinding.Severity?) -> ExitCode {
    switch verdict {
    case .corruption: .corruption
    case .unreadable: .inputOutput
    case .tornTail: .tornTail
    default: .success
    }
  }

  private func document(_ report: CheckReport) -> JSONDocument {
    [
      "verdict": .string(report.verdict?.name ?? "clean"),
      "findings": .array(report.findings.map { JSONDocument($0) }),
      "omittedFindings": JSONDocument(report.omitted),
      "isBesideWriter": JSONDocument(report.isBesideWriter),
      "newestCommit": JSONDocument(report.sequence) { JSONDocument($0) },
      "objects": JSONDocument(report.objects),
      "edges": JSONDocument(report.edges),
      "records": JSONDocument(report.records),
      "danglingReferences": JSONDocument(report.danglingReferences),
    ]
  }

  private func print(_ report: CheckReport, _ output: TextOutput) throws(OutputError) {
    for finding in report.findings { try output.write(finding) }
    if report.omitted > 0 { try output.writeLine("and \(report.omitted) more findings") }
    if report.isBesideWriter {
      try output.writeLine("note: a program writes to the store; its files were not looked at")
    }
    let verdict =
      switch report.verdict {
      case .corruption: "damaged"
      case .unreadable: "not wholly read"
      case .tornTail: "a torn tail, nothing else"
      default: "clean"
      }
    var line = "\(context.path): \(verdict)"
    if let sequence = report.sequence {
      line += "; \(report.objects) objects, \(report.edges) edges, \(report.records) records verified"
      if report.danglingReferences > 0 { line += ", \(report.danglingReferences) references to nothing" }
      line += "; newest commit \(sequence)"
    }
    try output.writeLine(line)
  }
}

extension Command {
  static let check = Command(
    name: "check",
    operands: ["STORE"],
    summary: "verify every checksum, and that all agrees",
    options: [CommandOption(name: "deep", summary: "read all bytes of values in files of their own, too")],
    answer: .document(
      """
      {"verdict": clean, tornTail, unreadable or corruption,
       "findings": [{"severity", "path", "offset", "found", "objects": [ids]}],
       "omittedFindings", "isBesideWriter", "newestCommit", "objects", "edges", "records",
       "danglingReferences"}
      """
    ),
    isLong: true,
    details: """
      Recovers the store in memory, verifies every checksum on the way, and compares the
      files, the catalog, the records and the indexes with each other. Prints one line a
      finding and one at the end. Changes nothing, and mends nothing: a torn tail is
      dropped by the next program that opens the store for writing; damage is not mended.
      Of sealed values the form is looked at, which needs no key; of values in files of
      their own (blobs) that the file is there and fits, without --deep.

      Exit codes: 0 clean (notes may be printed), 1 a torn tail only, 2 damage, 6 a file
      that the system refuses to read, which may be whole.
      """,
    run: { try CheckCommand(context: $0).run() }
  )
}
