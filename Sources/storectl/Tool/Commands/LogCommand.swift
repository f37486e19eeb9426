import LogStore

/// `storectl log`.
struct LogCommand {
  let context: Command.Context

  func run() throws {
    let limit = try context.arguments.count("limit") ?? .max
    let state = try StoreInspection(at: context.path, io: context.io).state
    var numbers: [(number: SequenceNumber, word: UInt64)] = []
    var cursor = state.history.cursor()
    while let (number, word) = cursor.next() { numbers.append((number, word)) }
    let commits = try numbers.reversed().prefix(limit).map { number, word in
      let location = Location(word: word)
      return try state.withRecord(at: location, of: number) { _, payload throws(StoreError) in
        do throws(ByteReader.Failure) {
          return try HistoryPayload.decode(sequence: number, payload)
        } catch {
          throw state.damaged(location, number, "the history of the commit: \(error.reason)")
        }
      }
    }
    try context.answer(["commits": .array(commits.map { document($0) })]) { output in
      for commit in commits { try output.writeLine(describe(commit)) }
      if numbers.isEmpty { try output.writeLine("no history is kept") }
    }
  }

  private func document(_ commit: CommittedChanges) -> JSONDocument {
    [
      "number": JSONDocument(commit.sequence),
      "time": .string(CalendarText.utc(milliseconds: commit.time)),
      "author": .string(commit.author),
      "inserted": JSONDocument(count(.inserted, commit)),
      "updated": JSONDocument(count(.updated, commit)),
      "deleted": JSONDocument(count(.deleted, commit)),
    ]
  }

  private func count(_ kind: CommittedChanges.Kind, _ commit: CommittedChanges) -> Int {
    commit.changes.count { $0.kind == kind }
  }

  private func describe(_ commit: CommittedChanges) -> String {
    let author = commit.author.isEmpty ? "" : " by \(commit.author)"
    return
      "\(commit.sequence) \(CalendarText.utc(milliseconds: commit.time))\(author):"
      + " \(count(.inserted, commit)) inserted, \(count(.updated, commit)) updated,"
      + " \(count(.deleted, commit)) deleted"
  }
}

extension Command {
  static let log = Command(
    name: "log",
    operands: ["STORE"],
    summary: "commits, newest first",
    options: [CommandOption(name: "limit", value: "N", summary: "at most N commits")],
    answer: .document(
      """
      {"commits": [{"number", "time", "author", "inserted", "updated", "deleted"}]}
      """
    ),
    details: """
      Prints a line for each commit whose history is kept: its number, when it was made, by
      whom (if the program says), and how many objects it inserted, updated and deleted. A
      store keeps the history of 7 days or 16 MiB unless its program asks for another amount.
      """,
    run: {
      try LogCommand(context: $0).run()
      return .success
    }
  )
}
