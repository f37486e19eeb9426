import Foundation
import Testing

/// One line of a file of `Tests/LogStoreTests/Vectors`; the README there says what its columns are.
struct Vector: CustomStringConvertible {
  let name: String
  let isValid: Bool
  private let columns: [Substring]
  private let file: String

  /// All vectors of a file.
  static func all(_ file: String) throws -> [Vector] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent("Vectors/\(file)"), encoding: .utf8)
    return try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      try #require(words.count > 4 && ["valid", "invalid"].contains(words[2]), "\(file): \(line)")
      return Vector(
        name: String(words[0]),
        isValid: words[2] == "valid",
        columns: Array(words[3...]),
        file: file
      )
    }
  }

  /// The bytes of a column, counted from the first after the result.
  func bytes(_ column: Int) throws -> [UInt8] {
    let word = try #require(columns.indices.contains(column) ? columns[column] : nil)
    return word == "-" ? [] : try #require(Bytes.hex(String(word)))
  }

  /// The number in a column.
  func number(_ column: Int) throws -> Int {
    try #require(columns.indices.contains(column) ? Int(columns[column]) : nil)
  }

  var description: String { "\(file) \(name)" }
}

/// Bytes as tests write them.
enum Bytes {
  /// Reads pairs of hexadecimal digits; nil for anything else.
  static func hex(_ text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }

  static func random(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// A seed of its own for every run.
  static func seed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }
}
