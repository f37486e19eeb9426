import LogStore
import Testing

/// What is larger than the format allows is refused before anything is written.
struct LimitTests {
  @Test func `an author longer than the history has room for is refused, and the store opens again`() throws {
    let fixture = try GraphFixture()
    let limit = FormatConstants.largestAuthor
    for (count, isRefused) in [(limit, false), (limit + 1, true)] {
      var batch = WriteBatch(author: String(repeating: "x", count: count))
      try fixture.insert("Tag", ["label": .string("a")], into: &batch)
      let before = fixture.store.sequence
      if isRefused {
        let error = #expect(throws: StoreError.self) { try fixture.store.commit(batch) }
        #expect(error?.code == .limitExceeded)
        #expect(fixture.store.sequence == before)
      } else {
        try fixture.store.commit(batch)
      }
    }
    #expect(try fixture.reopened().store.changes(after: 1).map(\.author.utf8.count) == [limit])
  }

  @Test func `a commit is refused from one byte above the limit on, and nothing of it is written`() throws {
    var options = StoreOptions()
    options.largestCommit = 60_000
    let fixture = try GraphFixture(options: options)
    var (accepted, refused) = (0, 0)
    // Records take multiples of eight bytes.
    for count in stride(from: 59_000, to: 61_000, by: 8) {
      var batch = WriteBatch()
      try fixture.insert("Tag", ["label": .string(String(repeating: "l", count: count))], into: &batch)
      let before = (fixture.store.sequence, fixture.store.statistics().segmentBytes)
      do {
        try fixture.store.commit(batch)
        accepted += 1
        #expect(refused == 0)
      } catch {
        refused += 1
        #expect(error.code == .limitExceeded)
        #expect(error.description.contains("the limit is 60000"))
        #expect(fixture.store.sequence == before.0)
        #expect(fixture.store.statistics().segmentBytes == before.1)
      }
    }
    #expect(accepted > 0 && refused > 0)
    let content = try CrashContent(fixture.store.snapshot())
    #expect(content.records.count == accepted)
    #expect(try CrashContent(fixture.reopened().store.snapshot()) == content)
  }

  @Test(arguments: [RecordHeader.Kind.put, .history, .schema, .layout, .edge])
  func `a record that no reader would accept is not written either`(_ kind: RecordHeader.Kind) throws {
    let room = FormatConstants.largestRecord - FormatConstants.recordHeaderSize
    let bytes = [UInt8](repeating: 0, count: room + 1)
    let content = FrameContent(sequence: 1, hashSeed: 0)
    let error = bytes.withUnsafeBytes { raw in
      #expect(throws: StoreError.self) { try content.append(kind, object: 7, payload: raw) }
    }
    #expect(error?.code == .limitExceeded)
    #expect(content.count == 0)
  }

  @Test func `history without an end is kept whole by compaction`() throws {
    let fixture = try GraphFixture(options: StoreOptions(historyDays: .max, historyBytes: .max))
    var batch = WriteBatch(author: "first")
    try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    try fixture.store.compact()
    #expect(try fixture.reopened().store.changes(after: 1).map(\.author) == ["first"])
  }

  @Test func `an age of history that is no age keeps the objects all the same`() throws {
    let fixture = try GraphFixture(options: StoreOptions(historyDays: .min, historyBytes: .min))
    var batch = WriteBatch()
    let tag = try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    try fixture.store.compact()
    #expect(try fixture.reopened().values(of: tag)["label"] == .string("a"))
  }
}
