/// The payload of a HISTORY record: what one commit changed. Its address is the commit's number.
package enum HistoryPayload {
  /// The bytes.
  package static func encode(time: Int64, author: String, changes: [CommittedChanges.Change]) -> [UInt8] {
    var writer = ByteWriter(capacity: 32 + 16 * changes.count)
    writer.append(time)
    writer.append(text: author)
    writer.append(UInt32(changes.count))
    for change in changes {
      writer.append(change.id.rawValue)
      writer.append(UInt32(change.kind.rawValue))
      writer.append(UInt32(change.properties.count))
      for property in change.properties { writer.append(property.rawValue) }
    }
    return writer.bytes
  }

  /// Reads a payload.
  package static func decode(
    sequence: SequenceNumber,
    _ bytes: UnsafeRawBufferPointer
  ) throws(ByteReader.Failure) -> CommittedChanges {
    var reader = ByteReader(bytes)
    let time = try reader.read(Int64.self)
    let author = try reader.readText()
    var changes: [CommittedChanges.Change] = []
    for _ in 0..<(try reader.read(UInt32.self)) {
      let id = ObjectID(rawValue: try reader.read(UInt64.self))
      let number = UInt8(truncatingIfNeeded: try reader.read(UInt32.self))
      guard let kind = CommittedChanges.Kind(rawValue: number) else {
        throw reader.failure("unknown kind of change")
      }
      var properties: [PropertyID] = []
      for _ in 0..<(try reader.read(UInt32.self)) {
        properties.append(PropertyID(rawValue: try reader.read(UInt32.self)))
      }
      changes.append(.init(id: id, kind: kind, properties: properties))
    }
    return CommittedChanges(sequence: sequence, time: time, author: author, changes: changes)
  }
}
