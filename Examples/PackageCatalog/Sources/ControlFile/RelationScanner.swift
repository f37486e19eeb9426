/// Walks over the bytes of a relation field.
struct RelationScanner {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }
  /// Whether a comma, a bar or the end follows.
  var isAtTermEnd: Bool { isAtEnd || bytes[position] == 0x2C || bytes[position] == 0x7C }

  mutating func skipSpace() {
    while !isAtEnd && bytes[position].isSpace { position += 1 }
  }

  /// Takes one byte if it is the given one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard !isAtEnd, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// One alternative with all its parts, and the space behind it.
  mutating func relation(kind: RelationKind, group: Int) -> Relation? {
    guard let name = word() else { return nil }
    var relation = Relation(kind, group: group, name)
    if take(0x3A) {
      guard let architecture = word() else { return nil }
      relation.architecture = architecture
    }
    skipSpace()
    if take(0x28) {
      guard let text = text(until: 0x29), let constraint = VersionConstraint(text) else { return nil }
      relation.constraint = constraint
      skipSpace()
    }
    if take(0x5B) {
      guard let text = text(until: 0x5D) else { return nil }
      relation.restrictions = text.split(separator: " ").map(String.init)
      skipSpace()
    }
    while take(0x3C) {
      // Build profiles restrict source packages; between binary packages they say nothing.
      guard text(until: 0x3E) != nil else { return nil }
      skipSpace()
    }
    return relation
  }

  /// Letters, digits and the punctuation that package names may have.
  private mutating func word() -> String? {
    let start = position
    while !isAtEnd, isWordByte(bytes[position]) { position += 1 }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    if byte.isLetter || byte.isDigit { return true }
    return byte == 0x2B || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
  }

  /// The text before a closing byte, trimmed; the closing byte is taken as well.
  private mutating func text(until closing: UInt8) -> String? {
    guard let end = bytes[position...].firstIndex(of: closing) else { return nil }
    let text = String(decoding: bytes[position..<end].trimmingBlanks(), as: UTF8.self)
    position = end + 1
    return text
  }
}
