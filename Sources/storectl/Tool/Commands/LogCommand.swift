import LogStore

/// `storectl log`.
struct LogCommand {
  let path: String
  let limit: Int
  let io: any StorageIO

  func run(_ output: TextOutput) throws {
    let state = try StoreInspection(at: path, io: io).state
    var numbers: [(number: SequenceNumber, word: UInt64)] = []
    var cursor = state.history.cursor()
    while let (number, word) = cursor.next() { numbers.append((number, word)) }
    for (number, word) in numbers.reversed().prefix(limit) {
      let location = Location(word: word)
      let commit = try state.withRecord(at: location, of: number) { _, payload throws(StoreError) in
        do throws(ByteReader.Failure) {
          return try HistoryPayload.decode(sequence: number, payload)
        } catch {
          throw state.damaged(location, number, "the history of the commit: \(error.reason)")
        }
      }
      try output.writeLine(describe(commit))
    }
    if numbers.isEmpty { try output.writeLine("no history is kept") }
  }

  private func describe(_ commit: CommittedChanges) -> String {
    func count(_ kind: CommittedChanges.Kind) -> Int { commit.changes.count { $0.kind == kind } }
    let author = commit.author.isEmpty ? "" : " by \(commit.author)"
    return
      "\(commit.sequence) \(CalendarText.utc(milliseconds: commit.time))\(author): \(count(.inserted)) inserted,"
      + " \(count(.updated)) updated, \(count(.deleted)) deleted"
  }
}

extension Command {
  static let log = Command(
    name: "log",
    operands: ["STORE"],
    summary: "commits, newest first",
    options: [CommandOption(name: "limit", value: "N", summary: "at most N commits")],
    details: """
      Prints a line for each commit whose history is kept: its number, when it was made, by
      whom (if the program says), and how many objects it inserted, updated and deleted. A
      store keeps the history of 7 days or 16 MiB unless its program asks for another amount.
      """,
    run: {
      try LogCommand(path: $0.path, limit: $0.arguments.count("limit") ?? .max, io: $0.io).run($0.output)
      return .success
    }
  )
}
