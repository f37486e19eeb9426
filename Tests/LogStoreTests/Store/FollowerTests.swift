import LogStore
import Testing

/// A store that is opened for reading beside a writer, as in another process.
struct FollowerTests {
  private static let options = StoreOptions(segmentSize: 64 << 10)

  private let io = MemoryStorageIO()

  private func writer() throws -> GraphFixture {
    var options = Self.options
    options.logHalfSize = 8 << 10
    return try GraphFixture(io: io, options: options)
  }

  private func reader(_ io: (any StorageIO)? = nil) throws -> Store {
    try Store.open(
      at: GraphFixture.path,
      options: StoreOptions(access: .readOnly, busyTimeout: 0),
      io: io ?? self.io
    )
  }

  @discardableResult
  private func commit(_ bytes: Int, _ fixture: GraphFixture) throws -> ObjectID {
    var batch = WriteBatch()
    let title = String(repeating: "t", count: bytes)
    let id = try fixture.insert("Owner", ["title": .string(title)], into: &batch)
    try fixture.store.commit(batch)
    return id
  }

  /// A commit of one kind or another: new objects with links, changes, deletions, of any size.
  private func change(_ number: UInt64, _ fixture: GraphFixture, _ owners: inout [ObjectID]) throws {
    var batch = WriteBatch()
    switch number % 7 {
    case 0:
      let title = String(repeating: "b", count: Int(number % 5) * 4000)
      owners.append(try fixture.insert("Owner", ["title": .string(title)], into: &batch))
    case 1:
      let owner = owners.last.map { StoredValue.reference($0) } ?? .null
      for pet in 0..<3 {
        try fixture.insert("Dog", ["name": .string("\(number).\(pet)"), "owner": owner], into: &batch)
      }
    case 2 where owners.count > 3: batch.delete(owners.remove(at: Int(number % 3)))
    case 3:
      let tag = try fixture.insert("Tag", ["label": .string("\(number)")], into: &batch)
      if let owner = owners.last {
        batch.setMembers(of: owner, fixture.property("Owner", "tags"), to: [tag])
      }
    default:
      guard let owner = owners.last else { return }
      try fixture.update(owner, "Owner", ["title": .string("\(number)")], in: &batch)
    }
    try fixture.store.commit(batch)
  }

  @Test func `a reader sees each commit when it looks again, whatever the writer does meanwhile`() throws {
    let fixture = try writer()
    let reader = try reader()
    var owners: [ObjectID] = []
    var old = (reader.snapshot(), try CrashContent(reader.snapshot()))
    var random = SeededGenerator(seed: 7)
    for number: UInt64 in 0..<400 {
      let next = random.next()
      switch next % 40 {
      case 0: try fixture.store.checkpoint()
      case 1: try fixture.store.compact()
      case 2: try fixture.store.switchHalf()
      case 3: try fixture.store.rollSegment()
      default: try change(number, fixture, &owners)
      }
      guard next >> 8 % 3 == 0 else { continue }
      let before = reader.sequence
      #expect(try reader.refresh() == (fixture.store.sequence > before))
      #expect(reader.sequence == fixture.store.sequence)
      #expect(try CrashContent(reader.snapshot()) == CrashContent(fixture.store.snapshot()))
      #expect(SnapshotCheck.run(reader.snapshot().state).isClean)
      #expect(try CrashContent(old.0) == old.1, "a version that was taken before has changed")
      if next >> 16 % 8 == 0 { old = (reader.snapshot(), try CrashContent(reader.snapshot())) }
    }
    try fixture.store.close()
    #expect(try !reader.refresh())
  }

  @Test func `looking again reads what was added, not the store`() throws {
    let fixture = try writer()
    for _ in 0..<10 { try commit(6000, fixture) }
    let read = Lock(0)
    let reader = try reader(CountingIO(base: io) { count in read.withLock { $0 += count } })
    try commit(100, fixture)
    read.withLock { $0 = 0 }
    #expect(try reader.refresh())
    let bytes = read.withLock { $0 }
    #expect(bytes < 30_000, "\(bytes) bytes")
  }

  @Test func `a reader with an entity that the store lacks reads no more than others`() throws {
    let fixture = try writer()
    for _ in 0..<10 { try commit(6000, fixture) }
    let read = Lock(0)
    let reader = try reader(CountingIO(base: io) { count in read.withLock { $0 += count } })
    let extra = try #require(try reader.adopt(schema(["Extra"])).entity(named: "Extra"))
    for isNew in [true, false] {
      if isNew { try commit(100, fixture) }
      read.withLock { $0 = 0 }
      #expect(try reader.refresh() == isNew)
      let bytes = read.withLock { $0 }
      #expect(bytes < 30_000, "\(bytes) bytes")
      #expect(reader.catalog.entity(named: "Extra")?.id == extra)
      #expect(reader.sequence == fixture.store.sequence)
      #expect(SnapshotCheck.run(reader.snapshot().state).isClean)
    }
  }

  @Test func `values are never read by a layout that a reader has in memory alone`() throws {
    let writer = try Store.open(at: "/late.store", io: io)
    let reading = StoreOptions(access: .readOnly, busyTimeout: 0)
    let reader = try Store.open(at: "/late.store", options: reading, io: io)
    try reader.adopt(schema(["Item"]))
    let text = SchemaDescription(entities: [
      .init(name: "Text", attributes: [.init(name: "body", kind: .string, typeName: "String")])
    ])
    let layout = try #require(try writer.adopt(text).layout(for: "Text"))
    var record = RecordWriter(layout: layout)
    _ = record.append(.string("longer than a number"))
    var batch = WriteBatch()
    batch.insert(try writer.newObjectID(), layout: layout, payload: record.finish())
    try writer.commit(batch)
    let error = #expect(throws: StoreError.self) { try reader.refresh() }
    #expect(error?.code == .schemaMismatch)
    try reader.close()
    try writer.close()
  }

  @Test func `a reader lists what the commits of another process changed`() throws {
    let fixture = try writer()
    try commit(10, fixture)
    let reader = try reader()
    let before = reader.sequence
    let ids = try [commit(10, fixture), commit(20, fixture)]
    #expect(try reader.refresh())
    #expect(try reader.changes(after: before).flatMap(\.changes).map(\.id) == ids)
  }

  @Test func `entities and indexes that another process adds are there`() throws {
    let store = try Store.open(at: GraphFixture.path, io: io)
    let reader = try reader()
    #expect(reader.catalog.entities.isEmpty)
    let adopted = try store.adopt(GraphFixture.description)
    #expect(try reader.refresh())
    #expect(reader.catalog.entities.map(\.name) == adopted.catalog.entities.map(\.name))
  }

  @Test func `a reader stands still while a recovery runs, and sees its result afterwards`() throws {
    let fixture = try writer()
    try commit(100, fixture)
    let reader = try reader()
    try commit(100, fixture)
    let other = try io.open(GraphFixture.path + "/LOCK", .readWrite)
    #expect(try other.lock(byte: 1, exclusive: true))
    #expect(try !reader.refresh())
    #expect(reader.sequence < fixture.store.sequence)
    try other.unlock(byte: 1)
    #expect(try reader.refresh())
    #expect(reader.sequence == fixture.store.sequence)
  }

  @Test func `a reader outlives the writer and goes on with the next one`() throws {
    let fixture = try writer()
    let reader = try reader()
    for _ in 0..<3 {
      try commit(100, fixture)
      #expect(try reader.refresh())
    }
    try fixture.store.close()
    #expect(try !reader.refresh())
    let next = try writer()
    #expect(try !reader.refresh())
    let id = try commit(100, next)
    #expect(try reader.refresh())
    #expect(reader.snapshot().entity(of: id) != nil)
  }

  @Test func `another store in the place of the one that was opened is refused`() throws {
    try commit(10, writer())
    let reader = try reader()
    try io.rename(GraphFixture.path, to: "/moved.store")
    let gone = #expect(throws: StoreError.self) { try reader.refresh() }
    #expect(gone?.code == .storeMissing)
    _ = try Store.open(at: GraphFixture.path, io: io)
    let other = #expect(throws: StoreError.self) { try reader.refresh() }
    #expect(other?.code == .storeMissing)
    #expect(other?.found.contains("another store") == true)
    #expect(try CrashContent(reader.snapshot()).records.count == 1)
  }

  @Test func `a store that is open for writing has nothing to look for`() throws {
    let fixture = try writer()
    try commit(10, fixture)
    #expect(try !fixture.store.refresh())
  }

  @Test func `beside threads that write, check and compact, a reader only sees whole commits`() throws {
    let scratch = try ScratchDirectory(.posix)
    let path = scratch("a.store")
    let options = StoreOptions(durability: .none, segmentSize: 64 << 10, checkpointBytes: 256 << 10)
    let fixture = try GraphFixture(io: scratch.io, options: options, path: path)
    let isDone = Lock(false)
    let threads = Threads()
    threads.start {
      defer { isDone.withLock { $0 = true } }
      do {
        // Each commit makes a pair and, after a while, ends one: their number is always even.
        var pairs: [[ObjectID]] = []
        for number in 0..<600 {
          var batch = WriteBatch()
          let pair = try (0..<2).map { place in
            try fixture.insert("Tag", ["label": .string("\(number) \(place)")], into: &batch)
          }
          if pairs.count > 30 { for id in pairs.removeFirst() { batch.delete(id) } }
          pairs.append(pair)
          try fixture.store.commit(batch)
          if number % 150 == 149 { try fixture.store.compact() }
        }
      } catch {
        Issue.record("\(error)")
      }
    }
    let reader = try Store.open(
      at: path,
      options: StoreOptions(access: .readOnly),
      io: CountingIO(base: scratch.io) { _ in }
    )
    let tag = fixture.schema.entity(named: "Tag") ?? EntityID(rawValue: 0)
    var last: SequenceNumber = 0
    var looks = 0
    while !isDone.withLock({ $0 }) || reader.sequence < fixture.store.sequence {
      try reader.refresh()
      let snapshot = reader.snapshot()
      #expect(snapshot.sequence >= last)
      #expect(snapshot.count(of: tag) % 2 == 0)
      var count = 0
      try snapshot.forEachObject(of: tag) { id throws(StoreError) in
        count += try snapshot.withRecord(id) { _, _ in 1 } ?? 0
        return true
      }
      #expect(count == snapshot.count(of: tag))
      last = snapshot.sequence
      looks += 1
    }
    threads.join()
    #expect(looks > 3)
    #expect(try CrashContent(reader.snapshot()) == CrashContent(fixture.store.snapshot()))
    try fixture.store.close()
  }

  /// A schema of entities with one property each.
  private func schema(_ names: [String]) -> SchemaDescription {
    SchemaDescription(
      entities: names.map { name in
        .init(name: name, attributes: [.init(name: "size", kind: .int64, typeName: "Int")])
      }
    )
  }

  @Test(arguments: [["Item", "More"], ["Other", "Item"], ["Item"]])
  func `a reader of a store without a schema follows who gives it the same one, and refuses another`(
    names: [String]
  ) throws {
    let writer = try Store.open(at: "/late.store", io: io)
    let reader = try Store.open(
      at: "/late.store",
      options: StoreOptions(access: .readOnly, busyTimeout: 0),
      io: io
    )
    let item = try #require(try reader.adopt(schema(["Item", "More"])).entity(named: "Item"))
    let layout = try #require(try writer.adopt(schema(names)).layout(for: "Item"))
    var record = RecordWriter(layout: layout)
    _ = record.append(.int(7))
    var batch = WriteBatch()
    batch.insert(try writer.newObjectID(), layout: layout, payload: record.finish())
    try writer.commit(batch)
    if names.first == "Other" {
      let error = #expect(throws: StoreError.self) { try reader.refresh() }
      #expect(error?.code == .schemaMismatch)
      #expect(reader.snapshot().count(of: item) == 0 && reader.sequence == 0)
    } else {
      #expect(try reader.refresh())
      #expect(reader.snapshot().count(of: item) == 1)
      #expect(SnapshotCheck.run(reader.snapshot().state).isClean)
      #expect(reader.catalog.entity(named: "More") != nil)
    }
    try reader.close()
    try writer.close()
  }
}
