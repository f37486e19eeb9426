import LogStore

/// `storectl check`.
struct CheckCommand {
  let path: String
  let io: any StorageIO

  func run(_ output: TextOutput) throws -> ExitCode {
    let report = try StoreCheck.run(at: path, io: io)
    let code: ExitCode =
      switch report.verdict {
      case .corruption: .corruption
      case .unreadable: .inputOutput
      case .tornTail: .tornTail
      default: .success
      }
    do throws(OutputError) {
      try print(report, output)
      try output.flush()
    } catch {
      // Who does not want to read on still gets the verdict.
      guard error == .readerLeft else { throw error }
    }
    return code
  }

  private func print(_ report: CheckReport, _ output: TextOutput) throws(OutputError) {
    for finding in report.findings { try output.writeLine("\(finding)") }
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
    var line = "\(path): \(verdict)"
    if let sequence = report.sequence {
      line += "; \(report.objects) objects, \(report.edges) edges, \(report.records) records verified"
      if report.danglingReferences > 0 { line += ", \(report.danglingReferences) references to nothing" }
      line += "; newest commit \(sequence)"
    }
    try output.writeLine(line)
  }
}
