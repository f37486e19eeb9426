import Foundation
import SimulationSupport

/// The file beside a store of large values that says what was begun and what was acknowledged: one line each, written
/// with one call, so that a kill leaves whole lines.
struct BlobOracle {
  /// A value by what it is made of.
  struct Value: Equatable {
    var seed: UInt64
    var count: Int
  }

  /// What was acknowledged last, by slot.
  private(set) var last: [Int: Value] = [:]
  /// What a commit began to make since.
  private(set) var next: (slot: Int, value: Value?)?
  /// Lines of acknowledged commits.
  private(set) var acknowledged = 0
  private let handle: FileHandle

  init(_ directory: URL) throws {
    let url = directory.appendingPathComponent("oracle")
    if !FileManager.default.fileExists(atPath: url.path) {
      guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
        throw SimulationError("\(url.path) cannot be made")
      }
    }
    handle = try FileHandle(forWritingTo: url)
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let slot = Int(words[1]), let seed = UInt64(words[2]), let count = Int(words[3])
      else { throw SimulationError("a line of the oracle is no line: \(line)") }
      let value = count < 0 ? nil : Value(seed: seed, count: count)
      if words[0] == "began" { next = (slot, value) } else { note(slot, value) }
    }
    try handle.seekToEnd()
  }

  private mutating func note(_ slot: Int, _ value: Value?) {
    last[slot] = value
    next = nil
    acknowledged += 1
  }

  private func write(_ word: String, _ slot: Int, _ value: Value?) throws {
    try handle.write(contentsOf: Data("\(word) \(slot) \(value?.seed ?? 0) \(value?.count ?? -1)\n".utf8))
  }

  /// Says that a commit begins; nil for the end of a value.
  mutating func begin(_ slot: Int, _ value: Value?) throws {
    next = (slot, value)
    try write("began", slot, value)
  }

  /// Says that the commit was acknowledged.
  mutating func acknowledge(_ slot: Int, _ value: Value?) throws {
    note(slot, value)
    try write("done", slot, value)
  }
}
