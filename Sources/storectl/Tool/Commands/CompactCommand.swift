import LogStore

/// `storectl compact`.
struct CompactCommand {
  let path: String
  let reencrypts: Bool
  let encryption: StoreOptions.Encryption
  let io: any StorageIO

  func run(_ output: TextOutput) throws {
    let report = try StoreChange(path: path, encryption: encryption, io: io).run { store throws(StoreError) in
      try store.compact(reencrypting: reencrypts)
    }
    try output.writeLine(
      "\(path): \(report.bytesBefore) bytes before, \(report.bytesAfter) bytes after,"
        + " \(report.recordsKept) records kept"
    )
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
    details: """
      Writes what is live to new segments, makes them count in one step, and removes the
      old ones. Objects, ids, order and history within its limits stay as they are. Needs
      free space for the live part of the store, and that no other program writes to it
      (5 seconds are waited for that). A key is needed with --reencrypt alone.
      """,
    run: {
      let command = CompactCommand(
        path: $0.path,
        reencrypts: $0.arguments.has("reencrypt"),
        encryption: try $0.encryption(),
        io: $0.io
      )
      try command.run($0.output)
      return .success
    }
  )
}
