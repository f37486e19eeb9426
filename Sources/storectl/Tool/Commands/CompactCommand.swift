import LogStore

/// `storectl compact`.
struct CompactCommand {
  let path: String
  let io: any StorageIO

  func run(_ output: TextOutput) throws {
    let store = try Store.open(
      at: path,
      options: StoreOptions(access: .readWrite, createsIfMissing: false, allowsMapping: false),
      io: io
    )
    let report: CompactionReport
    do {
      report = try store.compact()
    } catch {
      try? store.close()  // the failure of the compaction is what has to be said
      throw error
    }
    try store.close()
    try output.writeLine(
      "\(path): \(report.bytesBefore) bytes before, \(report.bytesAfter) bytes after,"
        + " \(report.recordsKept) records kept"
    )
  }
}
