import Foundation
import LogStore
import Testing

/// FORMAT.md and the code cannot part: its tables add up, and its example is what the code writes.
@Suite struct FormatDocumentTests {
  private static func lines() throws -> [Substring] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("FORMAT.md"), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The cells of the rows below a heading that begin with a number.
  private static func rows(_ table: String) throws -> [[String]] {
    let lines = try lines()
    let start = try #require(lines.firstIndex { $0 == "### Table: \(table)" }, "no table '\(table)'")
    var rows: [[String]] = []
    for line in lines[(start + 1)...] {
      if line.isEmpty || line.hasPrefix("| offset") || line.hasPrefix("|---") { continue }
      guard line.hasPrefix("|") else { break }
      rows.append(
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      )
    }
    return rows
  }

  @Test(arguments: [
    ("superblock slot", FormatConstants.blockSize), ("group header", FormatConstants.groupHeaderSize),
    ("segment header", FormatConstants.segmentHeaderSize), ("frame header", FormatConstants.frameHeaderSize),
    ("record header", FormatConstants.recordHeaderSize), ("bulk reference", BulkReference.size),
    ("edge payload", EdgePayload.size), ("checkpoint header", 88), ("section entry", 48),
    ("segment table entry", 40), ("column", 16), ("blob reference", BlobReference.size), ("blob header", 64),
    ("blob footer", 32),
  ])
  func `the fields of a table follow each other without gaps`(table: String, size: Int) throws {
    var end = 0
    for row in try Self.rows(table) {
      #expect(Int(row[0]) == end, "\(table): \(row[2])")
      end += try #require(Int(row[1]))
    }
    #expect(end == size)
  }

  /// Some words of the example by the names of the table.
  @Test func `the superblock of the example has its fields where the table says`() throws {
    let io = SeededIO()
    try Self.write(io)
    let bytes = try io.open("/example.store/SUPER", .readOnly).readAll()
    let chosen = try SuperblockSlots(io: io, paths: StorePaths(root: "/example.store")).chosen
    let slot = Int(chosen.generation % 3) * FormatConstants.blockSize
    let expected: [String: UInt64] = [
      "generation": chosen.generation, "hashSeed": chosen.hashSeed, "idLimit": chosen.idLimit,
      "half0": UInt64(chosen.halves.0), "isClean": 1, "highestSegment": UInt64(chosen.highestSegment),
      "checkpoint.id": chosen.checkpoint.id, "checkpoint.hash": chosen.checkpoint.hash,
      "durable.offset": chosen.durable.position.offset, "durable.hash": chosen.durable.hash,
      "durable.sequence": chosen.durable.sequence, "epoch.salt": chosen.epoch.salt,
      "epoch.firstSequence": chosen.epoch.firstSequence, "created": UInt64(bitPattern: chosen.created),
    ]
    var seen = 0
    for row in try Self.rows("superblock slot") {
      guard let value = expected[row[2]], let offset = Int(row[0]), let size = Int(row[1]) else { continue }
      var word: UInt64 = 0
      for index in 0..<size { word |= UInt64(bytes[slot + offset + index]) << UInt64(8 * index) }
      #expect(word == value, "\(row[2])")
      seen += 1
    }
    #expect(seen == expected.count)
  }

  /// The store of the example: one entity with one attribute, one object.
  static func write(_ io: some StorageIO) throws {
    let store = try Store.open(at: "/example.store", io: io)
    let schema = try store.adopt(
      SchemaDescription(entities: [
        .init(name: "Word", attributes: [.init(name: "text", kind: .string, typeName: "String")])
      ])
    )
    let layout = try #require(schema.layout(for: "Word"))
    var writer = RecordWriter(layout: layout)
    writer.append("hello")
    var batch = WriteBatch(author: "me")
    batch.insert(try store.newObjectID(), layout: layout, payload: writer.finish())
    try store.commit(batch)
    try store.checkpoint()
    try store.close()
  }

  @Test func `the worked example is what the code writes`() throws {
    let io = SeededIO()
    try Self.write(io)
    var file: [UInt8] = []
    var compared = 0
    for line in try Self.lines() {
      if line.hasPrefix("#### `"), let name = line.split(separator: "`").dropFirst().first {
        file = try io.open("/example.store/" + name, .readOnly).readAll()
        continue
      }
      // Lines of an example: eight hexadecimal digits of offset, then bytes.
      guard let match = line.wholeMatch(of: /([0-9a-f]{8}) ((?: [0-9a-f]{2}){1,16})(  .*)?/),
        let offset = Int(match.output.1, radix: 16)
      else { continue }
      let bytes = match.output.2.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      try #require(offset + bytes.count <= file.count, "\(line)")
      let actual = file[offset..<offset + bytes.count].map { hexadecimal($0) }.joined(separator: " ")
      #expect(actual == bytes.map { hexadecimal($0) }.joined(separator: " "), "at \(match.output.1)")
      compared += bytes.count
    }
    #expect(compared >= 600)
  }
}
