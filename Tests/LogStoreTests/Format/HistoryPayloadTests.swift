import LogStore
import Testing

struct HistoryPayloadTests {
  private static func change(
    _ id: UInt64,
    _ kind: CommittedChanges.Kind,
    _ properties: [UInt32] = []
  ) -> CommittedChanges.Change {
    .init(
      id: ObjectID(rawValue: id),
      kind: kind,
      properties: properties.map { PropertyID(rawValue: $0) }
    )
  }

  private func decoded(_ bytes: [UInt8]) throws -> CommittedChanges {
    try bytes.withRawBytes { raw throws(ByteReader.Failure) in
      try HistoryPayload.decode(sequence: 3, raw)
    }
  }

  @Test func `changes come back in order, whether they share entries or not`() throws {
    let changes =
      (10...13).map { Self.change($0, .inserted) }
      + [Self.change(15, .inserted), Self.change(16, .updated, [4]), Self.change(17, .updated, [4])]
      + [Self.change(18, .updated, [5]), Self.change(12, .deleted), Self.change(12, .deleted)]
    let bytes = HistoryPayload.encode(time: 7, author: "me", changes: changes)
    let back = try decoded(bytes)
    #expect(back.author == "me")
    #expect(back.changes.map(\.id) == changes.map(\.id))
    #expect(back.changes.map(\.kind) == changes.map(\.kind))
    #expect(back.changes.map(\.properties) == changes.map(\.properties))
  }

  @Test func `an import of many objects takes no more room than one of few`() throws {
    let many = (1...100_000).map { Self.change($0, .inserted) }
    let bytes = HistoryPayload.encode(time: 7, author: "", changes: many)
    #expect(bytes.count == 8 + 4 + 4 + 2 * 16, "an entry stands for at most 65536 objects")
    #expect(try decoded(bytes).changes.map(\.id) == many.map(\.id))
  }

  @Test func `an id beyond all that can be is refused`() throws {
    let bytes = HistoryPayload.encode(time: 0, author: "", changes: [Self.change(.max, .inserted)])
    #expect(throws: ByteReader.Failure.self) { try decoded(bytes) }
  }
}
