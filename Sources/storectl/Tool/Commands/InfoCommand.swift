import LogStore

/// `storectl info`.
struct InfoCommand {
  let context: Command.Context

  func run() throws {
    let inspection = try StoreInspection(at: context.path, io: context.io)
    let sizes = StoreSizes(inspection)
    try context.answer(document(inspection, sizes)) { try print(inspection, sizes, $0) }
  }

  private func document(_ inspection: StoreInspection, _ sizes: StoreSizes) -> JSONDocument {
    let superblock = inspection.superblock
    let state = inspection.state
    let report = inspection.recovered.report
    let isClosed = inspection.writer == nil && superblock.isClean
    return [
      "store": .string("\(superblock.storeID)"),
      "format": .string("\(FormatConstants.majorVersion).\(FormatConstants.minorVersion)"),
      "created": .string(CalendarText.utc(milliseconds: superblock.created)),
      "state": .string(inspection.writer != nil ? "open" : isClosed ? "closed" : "notClosed"),
      "writer": JSONDocument(inspection.writer) { .string($0) },
      "commitsInLog": JSONDocument(report.redoneCommits),
      "hasTornTail": JSONDocument(report.tornTail != nil),
      "newestCommit": JSONDocument(state.sequence),
      "objects": JSONDocument(sizes.objects),
      "edges": JSONDocument(sizes.edges),
      "idLimit": JSONDocument(inspection.recovered.idLimit),
      "history": [
        "commits": JSONDocument(state.history.count),
        "first": JSONDocument(state.history.first) { JSONDocument($0.key) },
        "last": JSONDocument(state.history.last) { JSONDocument($0.key) },
      ],
      "segments": ["files": JSONDocument(sizes.segments), "bytes": JSONDocument(sizes.segmentBytes)],
      "liveBytes": JSONDocument(sizes.liveBytes),
      "deadBytes": JSONDocument(sizes.deadBytes),
      "logHalves": .array(sizes.halves.map { JSONDocument($0) }),
      "checkpointBytes": JSONDocument(sizes.checkpoint) { JSONDocument($0) },
      "segmentTarget": JSONDocument(1 << Int(superblock.segmentTarget)),
      "generation": JSONDocument(superblock.generation),
      "entities": .array(
        state.catalog.entities.filter { !$0.isAbstract }.map {
          ["name": .string($0.name), "objects": JSONDocument(state.extents[Int($0.id.rawValue)].count)]
        }
      ),
    ]
  }

  private func print(_ inspection: StoreInspection, _ sizes: StoreSizes, _ output: TextOutput) throws {
    let superblock = inspection.superblock
    try line("store", "\(superblock.storeID)", output)
    try line("format", "\(FormatConstants.majorVersion).\(FormatConstants.minorVersion)", output)
    try line("created", CalendarText.utc(milliseconds: superblock.created), output)
    try line("state", state(inspection), output)
    try line("newest commit", "\(inspection.state.sequence)", output)
    try line("objects", "\(sizes.objects)", output)
    try line("edges", "\(sizes.edges)", output)
    try line("ids below", "\(inspection.recovered.idLimit)", output)
    try line("history", history(inspection.state), output)
    try line("segments", "\(sizes.segmentBytes) bytes in \(sizes.segments) files", output)
    try line("live bytes", "\(sizes.liveBytes)", output)
    try line("dead bytes", "about \(sizes.deadBytes)", output)
    try line("log halves", sizes.halves.map { "\($0) bytes" }.joined(separator: ", "), output)
    try line("checkpoint", sizes.checkpoint.map { "\($0) bytes" } ?? "none", output)
    try line(
      "sizes (log2)",
      "segment target \(superblock.segmentTarget), log halves \(superblock.halves.0) and \(superblock.halves.1)",
      output
    )
    try line("generation", "\(superblock.generation)", output)
    for entity in inspection.state.catalog.entities where !entity.isAbstract {
      let count = inspection.state.extents[Int(entity.id.rawValue)].count
      try line("  \(entity.name)", "\(count)", output)
    }
  }

  private func line(_ name: String, _ value: String, _ output: TextOutput) throws(OutputError) {
    let padding = String(repeating: " ", count: max(1, 16 - name.count))
    try output.writeLine(name + padding + value)
  }

  private func state(_ inspection: StoreInspection) -> String {
    if let writer = inspection.writer { return "open: \(writer) writes to it" }
    if inspection.superblock.isClean { return "closed" }
    let report = inspection.recovered.report
    let torn = report.tornTail == nil ? "" : ", a torn tail is dropped"
    return "not closed: the next opening completes \(report.redoneCommits) commits from the log\(torn)"
  }

  private func history(_ state: IndexState) -> String {
    guard let first = state.history.first, let last = state.history.last else { return "none" }
    return "\(state.history.count) commits, \(first.key) to \(last.key)"
  }
}

extension Command {
  static let info = Command(
    name: "info",
    operands: ["STORE"],
    summary: "sizes, counts and state",
    answer: .document(
      """
      {"store", "format", "created", "state": closed, notClosed or open, "writer": its process,
       "commitsInLog", "hasTornTail", "newestCommit", "objects", "edges", "idLimit",
       "history": {"commits", "first", "last"}, "segments": {"files", "bytes"}, "liveBytes",
       "deadBytes", "logHalves": [bytes], "checkpointBytes", "segmentTarget": bytes,
       "generation", "entities": [{"name", "objects"}]}
      """
    ),
    details: """
      Prints the store's identity, format and state, the number of its newest commit, its
      objects by entity, and the sizes of its files. 'dead bytes' is an estimate of what
      'storectl compact' would give back.
      """,
    run: {
      try InfoCommand(context: $0).run()
      return .success
    }
  )
}
