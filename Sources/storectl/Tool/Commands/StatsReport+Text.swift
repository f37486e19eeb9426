import LogStore

extension StatsReport {
  /// Writes the report for people.
  func write(to output: TextOutput) throws(OutputError) {
    for table in [fileTable(), segmentTable(), entityTable(), sectionTable(), other()] {
      for line in table.lines { try output.writeLine(line) }
      try output.writeLine("")
    }
    if missingBlobs > 0 {
      try output.writeLine(
        output.coloured("\(missingBlobs) blobs are missing", .red) + "; storectl check names them"
      )
    }
    if let oldestReader {
      try output.writeLine(
        output.coloured("a process reads version \(oldestReader)", .yellow)
          + "; the newest one is \(newestCommit): what was replaced since stays as long as it reads"
      )
    }
    let ratio = SizeText.ratio(fileBytes, of: keptBytes).map { ": \($0) times as much" } ?? ""
    try output.writeLine(
      "\(path): \(size(fileBytes)) in files for \(size(keptBytes)) of records, history and blobs\(ratio)"
    )
  }

  private func size(_ bytes: Int) -> String { SizeText.readable(bytes) }

  private func fileTable() -> TextTable {
    var table = TextTable()
    table.append(heading: "files", "number", "size")
    for kind in files { table.append(kind.name, "\(kind.count)", size(kind.bytes)) }
    table.append("all", "\(files.reduce(0) { $0 + $1.count })", size(fileBytes))
    return table
  }

  private func segmentTable() -> TextTable {
    var table = TextTable()
    table.append(heading: "segments", "kind", "size", "live", "dead", "live share")
    func row(_ name: String, _ kind: String, _ bytes: Int, _ live: Int) {
      let share = bytes > 0 ? "\(live * 100 / bytes) %" : ""
      table.append(name, kind, size(bytes), size(live), size(bytes - live), share)
    }
    for segment in segments { row("\(segment.id)", "\(segment.kind)", segment.bytes, segment.live) }
    row("all", "", segmentBytes, segments.reduce(0) { $0 + $1.live })
    return table
  }

  private func entityTable() -> TextTable {
    var table = TextTable()
    table.append(heading: "entities", "objects", "records", "blobs", "size of blobs")
    for entity in entities {
      table.append(
        entity.name,
        "\(entity.objects)",
        size(entity.bytes),
        "\(entity.blobs)",
        size(entity.blobBytes)
      )
    }
    return table
  }

  private func sectionTable() -> TextTable {
    var table = TextTable()
    table.append(heading: "checkpoint", "entries", "pages", "size")
    for section in sections {
      table.append(section.label, "\(section.entries)", "\(section.pages)", SizeText.readable(section.bytes))
    }
    if sections.isEmpty { table.append("none", "", "", "") }
    return table
  }

  private func other() -> TextTable {
    var table = TextTable()
    table.append(heading: "other", "")
    for (number, bytes) in halves.enumerated() {
      table.append("log half \(number)", SizeText.readable(bytes) + (number == activeHalf ? ", in use" : ""))
    }
    table.append("live records", size(liveBytes))
    table.append("history", "\(history.commits) commits, \(size(history.bytes))")
    table.append("edges", "\(edges)")
    table.append("indexes in memory", "about \(size(indexMemory))")
    table.append("indexes mapped", size(mappedIndexes))
    return table
  }
}
