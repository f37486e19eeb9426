/// The payload of a HISTORY record: what one commit changed. Its address is the commit's number.
///
/// Objects with consecutive ids to which the same happened share one entry, so that a large import takes no more
/// room here than a small one.
package enum HistoryPayload {
  /// Objects that one entry can stand for.
  private static let longestRun = 1 << 16

  /// The bytes.
  package static func encode(time: Int64, author: String, changes: [CommittedChanges.Change]) -> [UInt8] {
    var writer = ByteWriter(capacity: 64)
    writer.append(time)
    writer.append(text: author)
    let countOffset = writer.count
    writer.append(UInt32(0))
    var entries: UInt32 = 0
    var next = 0
    while next < changes.count {
      let first = changes[next]
      var run = 1
      while next + run < changes.count, run < longestRun,
        first.continues(in: changes[next + run], after: UInt64(run))
      {
        run += 1
      }
      writer.append(first.id.rawValue)
      writer.append(UInt16(first.kind.rawValue))
      writer.append(UInt16(run - 1))
      writer.append(UInt32(first.properties.count))
      for property in first.properties { writer.append(property.rawValue) }
      entries += 1
      next += run
    }
    writer.store(entries, at: countOffset)
    return writer.bytes
  }

  /// What a commit did to some objects with consecutive ids.
  struct Entry {
    var first: UInt64
    var last: UInt64
    var kind: CommittedChanges.Kind
    var properties: [PropertyID]
  }

  /// Reads a payload.
  package static func decode(
    sequence: SequenceNumber,
    _ bytes: UnsafeRawBufferPointer
  ) throws(ByteReader.Failure) -> CommittedChanges {
    var changes: [CommittedChanges.Change] = []
    let (time, author) = try forEachEntry(bytes) { entry, reader throws(ByteReader.Failure) in
      // More objects than a commit can hold records come from no writer.
      guard changes.count < FormatConstants.largestFrame / FormatConstants.recordHeaderSize else {
        throw reader.failure("more changes than a commit can hold")
      }
      for id in entry.first...entry.last {
        changes.append(.init(id: ObjectID(rawValue: id), kind: entry.kind, properties: entry.properties))
      }
    }
    return CommittedChanges(sequence: sequence, time: time, author: author, changes: changes)
  }

  /// Visits the entries of a payload.
  ///
  /// - Returns: When the commit was made, in milliseconds since 1970, and by whom.
  @discardableResult
  static func forEachEntry(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (Entry, ByteReader) throws(ByteReader.Failure) -> Void
  ) throws(ByteReader.Failure) -> (time: Int64, author: String) {
    var reader = ByteReader(bytes)
    let time = try reader.read(Int64.self)
    let author = try reader.readText()
    for _ in 0..<(try reader.read(UInt32.self)) {
      let id = try reader.read(UInt64.self)
      guard let kind = CommittedChanges.Kind(rawValue: UInt8(clamping: try reader.read(UInt16.self))) else {
        throw reader.failure("unknown kind of change")
      }
      let further = UInt64(try reader.read(UInt16.self))
      var properties: [PropertyID] = []
      for _ in 0..<(try reader.read(UInt32.self)) {
        properties.append(PropertyID(rawValue: try reader.read(UInt32.self)))
      }
      guard id <= FormatConstants.idBound else { throw reader.failure("more changes than a commit can hold") }
      try body(Entry(first: id, last: id + further, kind: kind, properties: properties), reader)
    }
    return (time, author)
  }
}

extension CommittedChanges.Change {
  /// Whether the same happened to another object, whose id is that much higher.
  fileprivate func continues(in other: Self, after distance: UInt64) -> Bool {
    other.id.rawValue == id.rawValue &+ distance && other.kind == kind && other.properties == properties
  }
}
