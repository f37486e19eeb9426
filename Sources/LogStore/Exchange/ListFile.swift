/// The targets of to-many relationships that a dump states, in a file of their own: they can be applied only once all
/// objects are there, and may be more than memory holds.
///
/// A list is a row of little-endian words: owner, relationship, line, number of targets, targets.
final class ListFile {
  /// One list.
  struct Entry {
    var owner: ObjectID
    var relationship: PropertyID
    var line: Int
    var targets: [ObjectID]
  }

  /// Bytes that are written or read at a time.
  private static let part = 256 << 10

  private let file: any StorageFile
  private var writer = ByteWriter(capacity: ListFile.part)
  private var written: UInt64 = 0

  /// - Parameter path: A path where nothing is.
  init(at path: String, io: any StorageIO) throws(StorageIOError) { file = try io.open(path, .create) }

  /// Adds a list.
  func append(_ entry: Entry) throws(StorageIOError) {
    writer.append(entry.owner.rawValue)
    writer.append(UInt64(entry.relationship.rawValue))
    writer.append(UInt64(entry.line))
    writer.append(UInt64(entry.targets.count))
    for target in entry.targets { writer.append(target.rawValue) }
    if writer.count >= Self.part { try flush() }
  }

  private func flush() throws(StorageIOError) {
    try file.write(writer.bytes, at: written)
    written += UInt64(writer.count)
    writer = ByteWriter(capacity: Self.part)
  }

  /// Visits all lists in their order. Holds one of them in memory.
  func forEach(_ body: (Entry) throws -> Void) throws {
    try flush()
    var offset: UInt64 = 0
    var words: [UInt64] = []
    var next = 0
    func read(_ count: Int) throws(StorageIOError) -> ArraySlice<UInt64> {
      if words.count - next < count {
        words.removeSubrange(..<next)
        next = 0
        let bytes = try file.read(count: max(Self.part, 8 * (count - words.count)), at: offset)
        offset += UInt64(bytes.count)
        bytes.withUnsafeBytes { raw in
          for place in stride(from: 0, to: raw.count & ~7, by: 8) {
            words.append(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
          }
        }
      }
      // Shorter than what was written is only a file that somebody else has cut.
      guard words.count - next >= count else {
        throw StorageIOError(operation: "read", path: file.path, code: .ioFailure)
      }
      defer { next += count }
      return words[next..<next + count]
    }
    while next < words.count || offset < written {
      let head = Array(try read(4))
      let targets = try read(Int(head[3])).map { ObjectID(rawValue: $0) }
      try body(
        Entry(
          owner: ObjectID(rawValue: head[0]),
          relationship: PropertyID(rawValue: UInt32(truncatingIfNeeded: head[1])),
          line: Int(head[2]),
          targets: targets
        )
      )
    }
  }
}
