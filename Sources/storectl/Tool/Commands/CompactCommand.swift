import LogStore

/// `storectl compact`.
struct CompactCommand {
  let context: Command.Context

  func run() throws {
    let change = StoreChange(path: context.path, encryption: try context.encryption(), io: context.io)
    let reencrypts = context.arguments.has("reencrypt")
    let report = try change.run { store throws(StoreError) in try store.compact(reencrypting: reencrypts) }
    let document: JSONDocument = [
      "bytesBefore": JSONDocument(report.bytesBefore), "bytesAfter": JSONDocument(report.bytesAfter),
      "recordsKept": JSONDocument(report.recordsKept),
    ]
    try context.answer(document) { output in
      try output.writeLine(
        "\(context.path): \(report.bytesBefore) bytes before, \(report.bytesAfter) bytes after,"
          + " \(report.recordsKept) records kept"
      )
    }
  }
}

extension Command {
  static let compact = Command(
    name: "compact",
    operands: ["STORE"],
    summary: "give back the space of what was changed or deleted",
    options: [
      CommandOption(name: "reencrypt", summary: "bring all sealed values to the newest data key")
    ] + CommandOption.keySources,
    answer: .document(
      """
      {"bytesBefore", "bytesAfter", "recordsKept"}
      """
    ),
    isLong: true,
    details: """
      Writes what is live to new segments, makes them count in one step, and removes the
      old ones. Objects, ids, order and history within its limits stay as they are. Needs
      free space for the live part of the store, and that no other program writes to it
      (5 seconds are waited for that). A key is needed with --reencrypt alone.
      """,
    run: {
      try CompactCommand(context: $0).run()
      return .success
    }
  )
}
