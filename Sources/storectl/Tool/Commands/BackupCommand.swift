import LogStore

extension Command {
  static let backup = Command(
    name: "backup",
    operands: ["STORE", "DEST"],
    summary: "copy the newest version to a new store",
    answer: .document(
      """
      {"path", "newestCommit", "objects", "bytes", "blobs", "blobBytes"}
      """
    ),
    isLong: true,
    details: """
      Writes a copy of the newest committed version to DEST, a path where nothing is, as a
      store of its own. A program may go on writing to STORE meanwhile: each of its commits
      is in the copy as a whole or not at all. Everything is copied: objects with their ids,
      history, values in files of their own (blobs), and the data keys of sealed values,
      which still need the same key. The copy has the identity of the store, and no dead
      records.

      Each record and each blob is verified on the way, and the copy is read once before it
      gets its name. If that fails, if the disk is full or the program is killed, nothing is
      at DEST; what is left beside it (DEST.new-...) goes with the next attempt. A damaged
      store is not backed up: see 'storectl repair'.
      """,
    run: { context in
      let target = context.arguments.operand("DEST") ?? ""
      let report = try StoreInspection(at: context.path, io: context.io).backup(to: target)
      let document: JSONDocument = [
        "path": .string(target), "newestCommit": JSONDocument(report.sequence),
        "objects": JSONDocument(report.objects), "bytes": JSONDocument(report.bytes),
        "blobs": JSONDocument(report.blobs), "blobBytes": JSONDocument(report.blobBytes),
      ]
      var line = "\(target): \(report.objects) objects of commit \(report.sequence), \(report.bytes) bytes"
      if report.blobs > 0 { line += "; \(report.blobs) blobs, \(report.blobBytes) bytes" }
      try context.answer(document) { try $0.writeLine(line) }
      return .success
    }
  )
}
