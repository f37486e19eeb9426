import LogStore

extension Command {
  static let repair = Command(
    name: "repair",
    operands: ["STORE"],
    summary: "bring what can be read of a damaged store to a new one",
    options: [
      CommandOption(name: "to", value: "NEWDIR", summary: "the new store; nothing may be at that path")
    ],
    answer: .document(
      """
      {"path", "newestCommit", "isWhole", "objects", "edges", "blobs", "notes": [texts],
       "losses": [texts]}
      """
    ),
    isLong: true,
    details: """
      Searches the files of a damaged store for everything that can be read, and writes it to
      a new store at NEWDIR, which is sound. STORE is never changed; no program may write to
      it meanwhile. A damaged superblock, checkpoint or log is done without as far as that
      goes; segments are searched record by record, behind damage too. Of each object the
      newest version is taken that can be read.

      Prints one line for each loss: objects that are lost or have older values, references
      that were cut off since their target is gone, blobs that are missing or damaged, bytes
      of which nothing tells what was in them. If anything is lost, the history of commits is
      not kept, since it may have gaps. Sealed values are brought over as they are; that needs
      no key. The new store has the identity of the old one.

      Exit codes: 0 nothing is lost; 2 something is, as listed, or nothing could be read at
      all; 4 STORE is no store.
      """,
    run: { context in
      guard let target = context.arguments.value("to"), !target.isEmpty else {
        throw UsageError("'repair' needs '--to NEWDIR': it never changes a store in its place")
      }
      let report = try StoreRepair.run(at: context.path, to: target, io: context.io)
      var line = "\(target): \(report.objects) objects, \(report.edges) edges"
      if report.blobs > 0 { line += ", \(report.blobs) blobs" }
      line += ", up to commit \(report.sequence); "
      line += report.isWhole ? "nothing is lost" : "\(report.losses.count) losses"
      let document: JSONDocument = [
        "path": .string(target), "newestCommit": JSONDocument(report.sequence),
        "isWhole": JSONDocument(report.isWhole), "objects": JSONDocument(report.objects),
        "edges": JSONDocument(report.edges), "blobs": JSONDocument(report.blobs),
        "notes": JSONDocument(report.notes.map { "\($0)" }),
        "losses": JSONDocument(report.losses.map { "\($0)" }),
      ]
      try context.answer(document) { output in
        for note in report.notes { try output.writeLine("note: \(note)") }
        for loss in report.losses { try output.writeLine("\(loss)") }
        try output.writeLine(line)
      }
      return report.isWhole ? .success : .corruption
    }
  )
}
