import LogStore

/// `storectl map`.
struct MapCommand {
  let context: Command.Context

  func run() throws -> ExitCode {
    var map = try StoreMap(at: context.path, io: context.io)
    var sums = MapSums()
    /// Draws the map while the answer is written.
    func draw(_ each: @escaping (MappedRange) throws -> Void) throws {
      try map.draw { range in
        sums.add(range)
        try each(range)
      }
    }
    let isFull = context.arguments.has("full")
    do {
      if context.isJSON, isFull {
        try withoutActuallyEscaping(draw) { draw in
          try context.answer(
            [
              "ranges": .elements { write in
                try withoutActuallyEscaping(write) { write in try draw { try write(Self.document($0)) } }
              },
              "summary": .later { document(map, sums) },
            ]
          ) { _ in }
        }
      } else {
        try draw { [context] range in
          if isFull { try context.output.writeLine(Self.line(range)) }
        }
        try context.answer(document(map, sums)) { try print(map, sums, isFull, $0) }
      }
      try context.output.flush()
    } catch OutputError.readerLeft {
      // Who does not want to read on still gets the verdict on what was looked at.
    }
    return code(map, sums)
  }

  private func code(_ map: StoreMap, _ sums: MapSums) -> ExitCode {
    if sums.bytes(.unknown) > 0 || map.problems.contains(where: { $0.severity == .corruption }) {
      return map.problems.contains { $0.severity == .unreadable } ? .inputOutput : .corruption
    }
    if !map.problems.isEmpty { return .inputOutput }
    return sums.bytes(.torn) > 0 ? .tornTail : .success
  }

  // MARK: Text

  private static func line(_ range: MappedRange) -> String {
    "\(range.file) \(range.offset) \(range.count) \(range.field.label)"
  }

  private func print(_ map: StoreMap, _ sums: MapSums, _ isFull: Bool, _ output: TextOutput) throws {
    if !isFull {
      var table = TextTable()
      for group in sums.groups {
        table.append(heading: group.name, "\(group.bytes)", "bytes", "ranges")
        for sum in group.sums { table.append(sum.field.label, "\(sum.bytes)", "", "\(sum.ranges)") }
      }
      for line in table.lines {
        try output.writeLine(line.hasPrefix("  unknown ") ? output.coloured(line, .red) : line)
      }
    }
    for problem in map.problems { try output.write(problem) }
    if map.isBesideWriter {
      try output.writeLine("note: a program writes to the store; its files may have changed meanwhile")
    }
    let unknown = sums.bytes(.unknown)
    let last = unknown == 0 ? "none unknown" : output.coloured("\(unknown) unknown", .red)
    try output.writeLine(
      "\(context.path): \(sums.bytes) bytes in \(map.files.count) files,"
        + " \(sums.bytes(.unused)) without meaning, \(last)"
    )
  }

  // MARK: Document

  private static func document(_ range: MappedRange) -> JSONDocument {
    [
      "file": .string(range.file), "offset": JSONDocument(range.offset), "bytes": JSONDocument(range.count),
      "structure": .string(range.field.structure), "field": .string(range.field.name),
      "state": .string(range.field.state.rawValue),
    ]
  }

  private func document(_ map: StoreMap, _ sums: MapSums) -> JSONDocument {
    let fields = sums.groups.flatMap { group in
      group.sums.map { sum -> JSONDocument in
        [
          "files": .string(group.name), "structure": .string(sum.field.structure),
          "field": .string(sum.field.name), "state": .string(sum.field.state.rawValue),
          "bytes": JSONDocument(sum.bytes), "ranges": JSONDocument(sum.ranges),
        ]
      }
    }
    return [
      "bytes": JSONDocument(sums.bytes),
      "unusedBytes": JSONDocument(sums.bytes(.unused)),
      "tornBytes": JSONDocument(sums.bytes(.torn)),
      "unknownBytes": JSONDocument(sums.bytes(.unknown)),
      "isBesideWriter": .bool(map.isBesideWriter),
      "problems": .array(map.problems.map { JSONDocument($0) }),
      "files": .array(map.files.map { ["name": .string($0.name), "bytes": JSONDocument($0.size)] }),
      "fields": .array(fields),
    ]
  }
}

extension Command {
  static let map = Command(
    name: "map",
    operands: ["STORE"],
    summary: "what each byte of each file is",
    options: [CommandOption(name: "full", summary: "a line for each range: file, offset, bytes, field")],
    answer: .document(
      """
      {"bytes", "unusedBytes", "tornBytes", "unknownBytes", "isBesideWriter",
       "problems": [{"severity", "path", "offset", "found", "objects"}],
       "files": [{"name", "bytes"}],
       "fields": [{"files", "structure", "field", "bytes", "ranges",
         "state": written, unused, torn or unknown}]}
      with --full: {"ranges": [{"file", "offset", "bytes", "structure", "field", "state"}],
       "summary": the document above}
      """
    ),
    isLong: true,
    details: """
      Attributes every byte of every file to one field of FORMAT.md, and prints how many
      bytes each field takes in the files of each kind. The sums are the sizes of the files.
      What does not verify is unknown, and there is nothing unknown in a store that is not
      damaged. Without meaning are space that is set aside, zeros, and what is left of
      something that does not count any more. Changes nothing, and needs no key.

      Exit codes: 0 all bytes are known, 1 a torn tail, 2 unknown bytes or damage, 6 a file
      that the system refuses to read.
      """,
    run: { try MapCommand(context: $0).run() }
  )
}
