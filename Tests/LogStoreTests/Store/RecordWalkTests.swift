import Testing

@testable import LogStore

/// Records lent many at a time: by entity and by list, mapped and read, large ones among them.
@Suite struct RecordWalkTests {
  private static func options(mapping: Bool) -> StoreOptions {
    StoreOptions(
      backgroundWork: .inline,
      allowsMapping: mapping,
      segmentSize: 64 << 10,
      checkpointBytes: 0
    )
  }

  /// Owners in several segments, every hundredth with a title too large for a location to say its size.
  private func filled(_ io: MemoryStorageIO, mapping: Bool) throws -> (GraphFixture, [ObjectID: String]) {
    let fixture = try GraphFixture(io: io, options: Self.options(mapping: mapping))
    var titles: [ObjectID: String] = [:]
    for round in 0..<12 {
      var batch = WriteBatch()
      for number in 0..<50 {
        let isLarge = number == 20 && round % 2 == 0
        let title = isLarge ? String(repeating: "x", count: 140_000) : "owner \(round) \(number)"
        titles[try fixture.insert("Owner", ["title": .string(title)], into: &batch)] = title
        try fixture.insert("Tag", ["label": .string("tag \(number)")], into: &batch)
      }
      try fixture.store.commit(batch)
    }
    return (fixture, titles)
  }

  @Test(arguments: [true, false])
  func `a walk lends what reading one by one lends, in the order asked for`(mapping: Bool) throws {
    let (first, titles) = try filled(MemoryStorageIO(), mapping: mapping)
    let fixture = try first.reopened()
    let snapshot = fixture.store.snapshot()
    let entity = try #require(fixture.schema.entity(named: "Owner"))
    let rising = titles.keys.sorted()
    for _ in 0..<2 {
      var found: [ObjectID] = []
      try snapshot.forEachRecord(of: entity) { id, record in
        found.append(id)
        #expect(record.string(0) == titles[id])
        return true
      }
      #expect(found == rising)
    }
    var generator = SeededGenerator(seed: 3)
    var list = rising.shuffled(using: &generator) + rising.prefix(5)
    list.insert(ObjectID(rawValue: 1 << 40), at: 100)
    list.insert(.none, at: 0)
    var found: [ObjectID] = []
    try snapshot.forEachRecord(of: list) { id, record in
      found.append(id)
      #expect(record.string(0) == titles[id])
    }
    #expect(found == list.filter { titles[$0] != nil })
    try fixture.store.close()
  }

  @Test(arguments: [true, false])
  func `a walk stops where it is told to`(mapping: Bool) throws {
    let (fixture, titles) = try filled(MemoryStorageIO(), mapping: mapping)
    let entity = try #require(fixture.schema.entity(named: "Owner"))
    var found: [ObjectID] = []
    try fixture.store.snapshot().forEachRecord(of: entity) { id, _ in
      found.append(id)
      return found.count < 70
    }
    #expect(found == Array(titles.keys.sorted().prefix(70)))
    try fixture.store.close()
  }

  @Test(arguments: [true, false])
  func `a walk lends all records before a damaged one and then names it`(mapping: Bool) throws {
    let io = MemoryStorageIO()
    let (first, titles) = try filled(io, mapping: mapping)
    let victim = titles.keys.sorted()[110]
    let location = Location(word: first.store.snapshot().state.locations[victim.rawValue])
    try first.store.close()
    let file = try io.open(StorePaths(root: GraphFixture.path).segment(location.segment), .readWrite)
    let place = location.offset + UInt64(FormatConstants.recordHeaderSize) + 1
    try file.write([try file.read(count: 1, at: place)[0] ^ 0x10], at: place)
    let fixture = try GraphFixture(io: io, options: first.options)
    let snapshot = fixture.store.snapshot()
    let entity = try #require(fixture.schema.entity(named: "Owner"))
    for _ in 0..<2 {
      var found: [ObjectID] = []
      let error = #expect(throws: StoreError.self) {
        try snapshot.forEachRecord(of: entity) { id, _ in
          found.append(id)
          return true
        }
      }
      #expect(error?.code == .recordCorrupt)
      #expect(error?.objects == [victim])
      #expect(found == Array(titles.keys.sorted().prefix(110)))
      let single = #expect(throws: StoreError.self) { try snapshot.withRecord(victim) { _, _ in } }
      #expect(single?.objects == [victim])
    }
    try fixture.store.close()
  }
}
