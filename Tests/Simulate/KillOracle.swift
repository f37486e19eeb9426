import Foundation
import SimulationSupport

/// The file beside a store that says what was begun and what was acknowledged: one line each, written with one
/// call, so that a kill leaves whole lines.
struct KillOracle {
  /// Digest of the content that was acknowledged last; nil if none was.
  private(set) var last: UInt64?
  /// Digest of the content that a commit began to make since.
  private(set) var next: UInt64?
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
    for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let digest = UInt64(words[1]) else {
        throw SimulationError("a line of the oracle is no line: \(line)")
      }
      if words[0] == "began" {
        next = digest
      } else {
        (last, next) = (digest, nil)
        acknowledged += 1
      }
    }
    handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
  }

  /// Says that a commit begins.
  mutating func begin(_ digest: UInt64) throws {
    next = digest
    try handle.write(contentsOf: Data("began \(digest)\n".utf8))
  }

  /// Says that the commit was acknowledged.
  mutating func acknowledge(_ digest: UInt64) throws {
    (last, next) = (digest, nil)
    acknowledged += 1
    try handle.write(contentsOf: Data("done \(digest)\n".utf8))
  }
}
