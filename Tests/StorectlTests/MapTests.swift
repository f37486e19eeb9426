import Foundation
import LogStore
import StoreTool
import Testing

/// What `storectl map` says of each byte.
@Suite struct MapTests {
  /// A map as it was drawn, and what has to hold of every one: each file from its first to its last byte.
  struct Drawing {
    var ranges: [MappedRange] = []
    var sums: [String: UInt64] = [:]

    init(_ io: any StorageIO, _ path: String = StoreState.path) throws {
      var map = try StoreMap(at: path, io: io)
      var ranges: [MappedRange] = []
      try map.draw { ranges.append($0) }
      self.ranges = ranges
      var ends: [String: UInt64] = [:]
      for range in ranges {
        #expect(range.offset == ends[range.file, default: 0] && range.count > 0, "\(range)")
        ends[range.file] = range.offset + range.count
        sums[range.field.structure, default: 0] += range.count
      }
      let files = try StoreState.files(io, path)
      #expect(ends == files.filter { $0.value > 0 })
      #expect(Dictionary(uniqueKeysWithValues: map.files.map { ($0.name, $0.size) }) == files)
    }

    func bytes(_ state: MapField.State) -> UInt64 {
      ranges.reduce(0) { $0 + ($1.field.state == state ? $1.count : 0) }
    }
  }

  @Test(arguments: StoreState.allCases)
  func `every byte of a store that is not damaged is known, and the sums are the sizes of the files`(
    state: StoreState
  ) throws {
    let io = try state.make()
    let drawing = try Drawing(io)
    #expect(drawing.bytes(.unknown) == 0, "\(drawing.ranges.filter { $0.field.state == .unknown })")
    #expect(drawing.bytes(.torn) == 0)
    let run = ToolRun("map", StoreState.path, io: io)
    let check = ToolRun("check", StoreState.path, io: io)
    #expect(run.code == .success && run.code == check.code, "\(run.output)\(check.output)")
    #expect(run.lines.last?.hasSuffix("none unknown") == true)
  }

  @Test func `the map tells records, frames, pages, keys and blobs apart`() throws {
    let closed = try Drawing(StoreState.checkpoint.make()).sums
    for structure in [
      "superblock slot", "segment header", "commit frame", "padding frame", "record (put)", "record (edge)",
      "record (tombstone)", "record (schema)", "record (layout)", "record (history)", "checkpoint header",
      "section entry", "state", "page (locations)", "page (blobs)", "page (ordered index)", "KEYS",
      "blob header", "blob", "blob footer", "RESERVE",
    ] {
      #expect(closed[structure, default: 0] > 0, "\(structure)")
    }
    let bulk = try Drawing(StoreState.bulkKilled.make()).sums
    #expect(bulk["LOCK", default: 0] > 0)
    #expect(bulk["bulk frame"] == 64 && bulk["bulk reference"] == 80 && bulk["group header", default: 0] > 0)
    let compacted = try Drawing(StoreState.compacted.make()).sums
    #expect(compacted["compaction frame", default: 0] > 0 && compacted["segment table entry", default: 0] > 0)
  }

  @Test func `the tables are those of FORMAT-md`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("FORMAT.md"), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for table in FieldTable.documented {
      let heading = "### Table: \(table.structure)"
      let start = try #require(lines.firstIndex { $0 == heading }, "\(table.structure)")
      let document = lines[(start + 2)...].prefix { $0.hasPrefix("|") }.dropFirst(2).map { row in
        let cells = row.split(separator: "|", omittingEmptySubsequences: false)
        return cells[2...3].map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
      }
      let code = table.fields.map { "\($0.size) \($0.field.name)" }
      #expect(document == code, "\(table.structure)")
    }
  }

  @Test func `a write that was cut off is a torn tail, as for check`() throws {
    // Its last commit releases no blob, so that nothing is missing without it.
    let io = try StoreState.recoveredKilled.make()
    let block = FormatConstants.blockSize
    let group = try #require(try Drawing(io).ranges.last { $0.field.structure == "group header" })
    // The last group loses all but its first sector: its body does not fit its hash any more.
    let start = group.offset & ~UInt64(block - 1)
    try io.open(StoreState.path + "/" + group.file, .readWrite)
      .write([UInt8](repeating: 0, count: block - 512), at: start + 512)
    let run = ToolRun("map", StoreState.path, io: io)
    let check = ToolRun("check", StoreState.path, io: io)
    #expect(run.code == .tornTail && run.code == check.code, "\(run.output)\(check.output)")
    #expect(try Drawing(io).bytes(.torn) == UInt64(block))
    #expect(try Drawing(io).bytes(.unknown) == 0)
  }

  @Test(arguments: [StoreState.closed, .compacted, .bulk, .checkpoint])
  func `a changed byte of what counts is unknown`(state: StoreState) throws {
    let io = try state.make()
    var random = SplitMix(seed: 11)
    let ranges = try Drawing(io).ranges.filter {
      // Of the superblock an older slot counts then, under which the damaged one may be a write that was cut.
      $0.field.state == .written && $0.file != "SUPER" && $0.field.structure != "LOCK"
    }
    for _ in 0..<25 {
      let range = ranges[random.below(ranges.count)]
      let path = StoreState.path + "/" + range.file
      let place = range.offset + UInt64(random.below(Int(range.count)))
      let file = try io.open(path, .readWrite)
      let byte = try file.read(count: 1, at: place)
      try file.write([byte[0] ^ (1 << UInt8(random.below(8)))], at: place)
      let run = ToolRun("map", StoreState.path, io: io)
      let where_ = "seed 11: byte \(place) of \(range.file), \(range.field.structure) \(range.field.name)"
      #expect(run.code == .corruption, "\(where_)")
      #expect(try Drawing(io).bytes(.unknown) > 0, "\(where_)")
      try file.write(byte, at: place)
    }
  }

  @Test(arguments: StoreState.allCases)
  func `damage of any kind leaves a map of all bytes and a documented exit code`(state: StoreState) throws {
    let seed = UInt64(state.rawValue.utf8.reduce(7) { $0 &* 31 &+ Int($1) })
    var random = SplitMix(seed: seed)
    let whole = try state.make()
    for round in 0..<6 {
      let io = try StoreState.image(of: whole)
      let files = try StoreState.files(io).filter { $0.value > 0 }.sorted { $0.key < $1.key }
      for _ in 0...random.below(4) {
        let (name, size) = files[random.below(files.count)]
        let path = StoreState.path + "/" + name
        guard try io.metadata(path) != nil else { continue }
        let file = try io.open(path, .readWrite)
        let place = UInt64(random.below(Int(size)))
        switch random.below(5) {
        case 0: try file.truncate(to: place)
        case 1:
          let noise = (0..<512).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          try file.write(noise, at: place & ~511)
        case 2: try file.write([UInt8](repeating: 0, count: 512), at: place & ~511)
        case 3: try io.remove(path)
        default: try file.write([UInt8(truncatingIfNeeded: random.next())], at: place)
        }
      }
      let run = ToolRun("map", StoreState.path, io: io)
      let allowed: Set<ExitCode> = [.success, .tornTail, .corruption, .inputOutput, .noStore]
      #expect(allowed.contains(run.code), "seed \(seed), round \(round): \(run.code) \(run.errors)")
      if run.code == .noStore { continue }
      let drawing = try Drawing(io)
      #expect(run.code == .corruption || drawing.bytes(.unknown) == 0, "seed \(seed), round \(round)")
    }
  }

  @Test func `the full map is a line for each range, or one document`() throws {
    let io = try StoreState.closed.make()
    let drawing = try Drawing(io)
    let lines = ToolRun("map", "--full", StoreState.path, io: io).lines
    #expect(lines.count == drawing.ranges.count + 1)
    #expect(lines.contains("SUPER 0 8 superblock slot: magic"))
    let run = ToolRun("map", "--full", "--json", StoreState.path, io: io)
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let ranges = try #require(json?["ranges"] as? [[String: Any]])
    let summary = try #require(json?["summary"] as? [String: Any])
    #expect(ranges.count == drawing.ranges.count)
    #expect(ranges.compactMap { $0["bytes"] as? Int }.reduce(0, +) == summary["bytes"] as? Int)
    let fields = try #require(summary["fields"] as? [[String: Any]])
    #expect(fields.compactMap { $0["bytes"] as? Int }.reduce(0, +) == summary["bytes"] as? Int)
  }

  @Test func `a map beside a writer knows all bytes`() throws {
    let sample = try SampleStore()
    let store = try Store.open(at: sample.path, io: sample.io)
    try store.adopt(SampleStore.schema)
    let run = ToolRun("map", sample.path, io: sample.io)
    #expect(run.code == .success && run.output.contains("none unknown"), "\(run.output)")
    #expect(run.output.contains("a program writes to the store"))
    try store.close()
  }
}
