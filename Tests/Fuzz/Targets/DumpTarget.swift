import LogStore
import LogStoreTesting
import StoreTool

/// The text of a dump, as it is loaded into a new store, or its lines alone.
struct DumpTarget: FuzzTarget {
  /// Whether the objects are made, too.
  private let isLoaded: Bool
  private let lines: [[UInt8]]
  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "\\udc00", "null", "true", "-", "1e999",
    "0.1", "-0",
    "18446744073709551616", "1", "\"id\"", "\"entity\"", "\"values\"", "\"relationships\"", "\"$date\"",
    "\"$$x\"",
    "{\"$data\":\"AA==\"}", "{\"$uint\":1}", "{\"$sealed\":\"AQ==\"}", "{\"$external\":\"AA==\"}", "\u{FEFF}",
    "\n",
    "\"NaN\"", "\"Person\"", "[[", "{\"a\":", "\t",
  ]

  init(isLoaded: Bool) throws {
    self.isLoaded = isLoaded
    let io = try FuzzStore(.compacted, people: 8).copy(seed: 1)
    let line = ["dump", "--schema", "--decrypt", "--key-file", FuzzStore.keyPath, FuzzStore.path]
    lines = Array(ToolRun(line, io).output.utf8).split(separator: 10).map(Array.init)
    guard lines.count > 5 else { throw FuzzViolation("no dump to begin with") }
  }

  func input(_ random: inout SimulatedRandomness) -> [UInt8] {
    if !isLoaded {
      if random.once(in: 100) {
        return Array(
          String(repeating: random.one(of: ["[", "{\"a\":"]), count: 250 + random.below(900)).utf8
        )
      }
      return changed(random.one(of: lines), &random)
    }
    var text = lines
    for _ in 0..<random.below(3) {
      let line = random.once(in: 3) ? 0 : random.below(text.count)
      switch random.below(6) {
      case 0: text.remove(at: line)
      case 1: text.insert(text[random.below(text.count)], at: line)
      default: text[line] = changed(text[line], &random)
      }
      if text.isEmpty { break }
    }
    return Array(text.joined(separator: [10])) + [10]
  }

  private func changed(_ line: [UInt8], _ random: inout SimulatedRandomness) -> [UInt8] {
    var line = line
    for _ in 0..<1 + random.below(3) where !line.isEmpty {
      let place = random.below(line.count)
      let piece = Array(random.one(of: Self.pieces).utf8)
      switch random.below(7) {
      case 0: line.insert(contentsOf: piece, at: place)
      case 1: line.replaceSubrange(place..<min(line.count, place + 1 + random.below(6)), with: piece)
      case 2: line.removeSubrange(place..<min(line.count, place + 1 + random.below(4)))
      case 3: line[place] = UInt8(truncatingIfNeeded: random.next())
      case 4:
        let digits = line.indices.filter { (48...57).contains(line[$0]) }
        if !digits.isEmpty { line[random.one(of: digits)] = UInt8(48 + random.below(10)) }
      case 5:
        let other = random.one(of: lines)
        line.insert(contentsOf: other[random.below(other.count)...].prefix(random.below(60)), at: place)
      default: line.removeLast(random.once(in: 4) ? line.count - place : 1)
      }
    }
    return line
  }

  func accepts(_ input: UnsafeRawBufferPointer) throws -> Bool {
    guard isLoaded else {
      _ = try JSONParser.parse(Array(input))
      return true
    }
    let io = FuzzIO(seed: 9)
    try io.open(FuzzStore.keyPath, .create).write([UInt8](repeating: 7, count: 32), at: 0)
    var rest = [Array(input)]
    _ = try StoreLoad.run(
      { rest.popLast() ?? [] },
      into: FuzzStore.path,
      encryption: .keyFile(FuzzStore.keyPath),
      io: io
    )
    let check = ToolRun(["check", "--deep", FuzzStore.path], io)
    guard check.code == .success else {
      throw FuzzViolation("a store was made that is damaged: \(check.output)")
    }
    return true
  }
}
