import Testing

@testable import LogStore

/// Stores whose indexes come from checkpoints: opening, replaying, damage, and what is left of memory.
@Suite struct CheckpointStoreTests {
  private static func options(_ bytes: Int?, mapping: Bool = true) -> StoreOptions {
    StoreOptions(
      backgroundWork: .inline,
      allowsMapping: mapping,
      segmentSize: 64 << 10,
      checkpointBytes: bytes
    )
  }

  /// A store with some hundred objects and all kinds of links between them.
  private func filled(
    _ io: MemoryStorageIO,
    _ options: StoreOptions,
    rounds: Int = 30
  ) throws -> (fixture: GraphFixture, dogs: [ObjectID]) {
    let fixture = try GraphFixture(io: io, options: options)
    var dogs: [ObjectID] = []
    for round in 0..<rounds {
      var batch = WriteBatch()
      let owner = try fixture.insert("Owner", ["title": .string("owner \(round)")], into: &batch)
      for number in 0..<10 {
        let name = StoredValue.string("dog \(round) \(number)")
        dogs.append(try fixture.insert("Dog", ["name": name, "owner": .reference(owner)], into: &batch))
      }
      batch.setMembers(of: owner, fixture.property("Owner", "watched"), to: Array(dogs.suffix(5)))
      if round > 2 { batch.delete(dogs[round]) }
      try fixture.store.commit(batch)
    }
    return (fixture, dogs)
  }

  private func checkpointPath(_ store: Store) throws -> String {
    let paths = StorePaths(root: GraphFixture.path)
    return paths.checkpoint(try SuperblockSlots(io: store.io, paths: paths).chosen.checkpoint.id)
  }

  private func number(_ store: Store) throws -> UInt64 {
    try SuperblockSlots(io: store.io, paths: StorePaths(root: GraphFixture.path)).chosen.checkpoint.id
  }

  @Test(arguments: [true, false])
  func `a store that was closed opens without reading its records`(mapping: Bool) throws {
    let io = MemoryStorageIO()
    let (fixture, _) = try filled(io, Self.options(0, mapping: mapping))
    let content = try CrashContent(fixture.store.snapshot())
    let again = try fixture.reopened()
    #expect(again.store.recovery.recordCount == 0)
    #expect(again.store.recovery.checkpointProblem == nil)
    #expect(try CrashContent(again.store.snapshot()) == content)
    #expect(StoreCheck.clean(again))
    try again.store.close()
  }

  @Test func `only the log behind the checkpoint is replayed`() throws {
    let io = MemoryStorageIO()
    let (fixture, dogs) = try filled(io, Self.options(nil))
    try fixture.store.checkpoint()
    var batch = WriteBatch()
    try fixture.update(dogs[100], "Dog", ["name": .string("renamed"), "owner": .null], in: &batch)
    batch.delete(dogs[101])
    try fixture.insert("Cat", ["name": .string("new")], into: &batch)
    try fixture.store.commit(batch)
    let content = try CrashContent(fixture.store.snapshot())
    let statistics = fixture.store.statistics()
    let reader = try Store.open(
      at: GraphFixture.path,
      options: StoreOptions(access: .readOnly),
      io: io
    )
    #expect(reader.recovery.recordCount < 10)
    #expect(try CrashContent(reader.snapshot()) == content)
    #expect(reader.statistics().liveBytes == statistics.liveBytes)
    try fixture.store.close()
  }

  @Test func `checkpoints after every commit keep all versions readable`() throws {
    let io = MemoryStorageIO()
    let (fixture, dogs) = try filled(io, Self.options(0))
    var kept: [(Snapshot, CrashContent)] = []
    for dog in dogs.suffix(20) {
      kept.append((fixture.store.snapshot(), try CrashContent(fixture.store.snapshot())))
      var batch = WriteBatch()
      batch.delete(dog)
      try fixture.insert("Cat", ["name": .string("after \(dog)")], into: &batch)
      try fixture.store.commit(batch)
      #expect(fixture.store.snapshot().state.members.changeCount == 0)
    }
    for (snapshot, content) in kept { #expect(try CrashContent(snapshot) == content) }
    try fixture.store.close()
  }

  @Test(arguments: 0..<30)
  func `a damaged page changes no answer, and the next close writes a good one`(seed: UInt64) throws {
    let io = MemoryStorageIO()
    let (fixture, _) = try filled(io, Self.options(0))
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    let path = try checkpointPath(fixture.store)
    var generator = SeededGenerator(seed: seed)
    let file = try io.open(path, .readWrite)
    let header = try CheckpointFiles.open(
      try SuperblockSlots(io: io, paths: StorePaths(root: GraphFixture.path)).chosen,
      io: io,
      paths: StorePaths(root: GraphFixture.path),
      allowsMapping: false
    ).header
    let last = try #require(header.sections.first { $0.kind == .state })
    let size = try file.size()
    for _ in 0..<20 {
      let place = UInt64.random(in: last.offset + last.length..<size, using: &generator)
      try file.write([try file.read(count: 1, at: place)[0] ^ 0x10], at: place)
    }
    #expect(!StoreCheck.clean(fixture))
    let damaged = try GraphFixture(io: io, options: fixture.options)
    #expect(try CrashContent(damaged.store.snapshot()) == content)
    #expect(damaged.store.snapshot().state.checkpoint?.problem != nil)
    try damaged.store.close()
    #expect(StoreCheck.clean(fixture))
    let again = try GraphFixture(io: io, options: fixture.options)
    #expect(again.store.recovery.recordCount == 0)
    #expect(try CrashContent(again.store.snapshot()) == content)
    #expect(again.store.snapshot().state.checkpoint?.problem == nil)
    try again.store.close()
  }

  @Test func `without its checkpoint a store is made again from its segments`() throws {
    let io = MemoryStorageIO()
    let (fixture, _) = try filled(io, Self.options(0))
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    try io.remove(try checkpointPath(fixture.store))
    let again = try GraphFixture(io: io, options: fixture.options)
    #expect(again.store.recovery.checkpointProblem != nil)
    #expect(try CrashContent(again.store.snapshot()) == content)
    try again.store.close()
    #expect(StoreCheck.clean(again))
  }

  @Test func `a close with little to replay keeps the checkpoint`() throws {
    let io = MemoryStorageIO()
    let (fixture, dogs) = try filled(io, Self.options(nil), rounds: 60)
    try fixture.store.checkpoint()
    let path = try checkpointPath(fixture.store)
    var batch = WriteBatch()
    batch.delete(dogs[90])
    try fixture.store.commit(batch)
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    #expect(try checkpointPath(fixture.store) == path)
    let again = try GraphFixture(io: io, options: fixture.options)
    #expect(again.store.recovery.recordCount == 2)
    #expect(try CrashContent(again.store.snapshot()) == content)
    try again.store.close()
  }

  @Test func `whatever byte of a checkpoint is changed, all objects are there and check says it`() throws {
    let io = MemoryStorageIO()
    let (fixture, _) = try filled(io, Self.options(0), rounds: 1)
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    let path = try checkpointPath(fixture.store)
    let file = try io.open(path, .readWrite)
    let bytes = try file.readAll()
    var unnoticed = 0
    for place in bytes.indices {
      try file.write([bytes[place] ^ 0x04], at: UInt64(place))
      let reader = try Store.open(at: GraphFixture.path, options: StoreOptions(access: .readOnly), io: io)
      #expect(try CrashContent(reader.snapshot()) == content, "byte \(place)")
      if StoreCheck.clean(fixture) { unnoticed += 1 }
      try file.write([bytes[place]], at: UInt64(place))
    }
    #expect(unnoticed == 0)
    #expect(StoreCheck.clean(fixture))
  }

  @Test(arguments: Disk.allCases)
  func `what reads from a checkpoint goes on when it is replaced and removed`(disk: Disk) throws {
    let scratch = try ScratchDirectory(disk)
    let path = scratch("a.store")
    let fixture = try GraphFixture(io: scratch.io, options: Self.options(nil), path: path)
    var ids: [ObjectID] = []
    for round in 0..<20 {
      var batch = WriteBatch()
      for number in 0..<20 {
        ids.append(try fixture.insert("Dog", ["name": .string("dog \(round) \(number)")], into: &batch))
      }
      try fixture.store.commit(batch)
    }
    try fixture.store.checkpoint()
    let first = try #require(try scratch.io.contents(ofDirectory: StorePaths(root: path).checkpoints).first)
    let content = try CrashContent(fixture.store.snapshot())
    let old = fixture.store.snapshot()
    let reader = try Store.open(at: path, options: StoreOptions(access: .readOnly), io: scratch.io)
    for round in 0..<2 {
      var batch = WriteBatch()
      for id in ids[(round * 50)..<(round * 50 + 50)] { batch.delete(id) }
      try fixture.store.commit(batch)
      try fixture.store.checkpoint()
    }
    try fixture.store.compact()
    let left = try scratch.io.contents(ofDirectory: StorePaths(root: path).checkpoints)
    #expect(left.count == 1 && !left.contains(first))
    #expect(try CrashContent(old) == content)
    #expect(try CrashContent(reader.snapshot()) == content)
    #expect(fixture.store.snapshot().count(of: try #require(fixture.schema.entity(named: "Dog"))) == 300)
    try fixture.store.close()
  }

  @Test func `checkpoints and compactions never share a number`() throws {
    let io = MemoryStorageIO()
    let (fixture, dogs) = try filled(io, Self.options(nil), rounds: 5)
    var numbers: [UInt64] = []
    for round in 0..<4 {
      try fixture.store.checkpoint()
      numbers.append(try number(fixture.store))
      try fixture.store.compact()
      numbers.append(try number(fixture.store))
      var batch = WriteBatch()
      batch.delete(dogs[10 + round])
      try fixture.store.commit(batch)
    }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    try fixture.store.close()
  }

  @Test func `checkpoints beside the commits of several threads lose nothing`() throws {
    let io = MemoryStorageIO()
    var options = Self.options(4 << 10)
    options.backgroundWork = .thread
    let (fixture, _) = try filled(io, options, rounds: 3)
    let threads = Threads()
    let failures = Lock<[String]>([])
    let before = try number(fixture.store)
    for thread in 0..<4 {
      threads.start {
        do {
          for round in 0..<60 {
            var batch = WriteBatch()
            let owner = try fixture.insert("Owner", ["title": .string("t\(thread)")], into: &batch)
            let name = StoredValue.string("\(thread) \(round)")
            try fixture.insert("Dog", ["name": name, "owner": .reference(owner)], into: &batch)
            try fixture.store.commit(batch)
            if round % 20 == 19, thread == 0 { try fixture.store.compact() }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    threads.join()
    #expect(failures.withLock { $0 } == [])
    let dogs = try #require(fixture.schema.entity(named: "Dog"))
    #expect(fixture.store.snapshot().count(of: dogs) == 30 + 240)
    let content = try CrashContent(fixture.store.snapshot())
    #expect(SnapshotCheck.run(fixture.store.snapshot().state).isClean)
    try fixture.store.close()
    #expect(try number(fixture.store) > before + 3)
    #expect(StoreCheck.clean(fixture))
    let again = try GraphFixture(io: io, options: options)
    #expect(try CrashContent(again.store.snapshot()) == content)
    try again.store.close()
  }

  @Test func `a checkpoint that finds no room fails no commit, and is tried again later`()
    throws
  {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(
      io: DenyingIO(base: io, code: .noSpace) { $0.hasSuffix(".ckpt") },
      options: Self.options(16 << 10)
    )
    var attempts: [Int] = []
    for round in 0..<200 {
      var batch = WriteBatch()
      try fixture.insert("Owner", ["title": .string(String(repeating: "x", count: 900))], into: &batch)
      let before = fixture.store.failedCheckpoint
      try fixture.store.commit(batch)
      if fixture.store.failedCheckpoint != before { attempts.append(round) }
    }
    #expect((3...6).contains(attempts.count), "\(attempts)")
    #expect(throws: StoreError.self) { try fixture.store.checkpoint() }
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    let again = try GraphFixture(io: io, options: Self.options(16 << 10))
    #expect(try CrashContent(again.store.snapshot()) == content)
    var batch = WriteBatch()
    try again.insert("Owner", ["title": .string("now there is room")], into: &batch)
    try again.store.commit(batch)
    #expect(try number(again.store) == 1)
    try again.store.close()
  }

  @Test func `check finds an index in the checkpoint that the records do not say`() throws {
    let io = MemoryStorageIO()
    let (fixture, dogs) = try filled(io, Self.options(0))
    let state = fixture.store.snapshot().state
    #expect(IndexComparison.differences(state, state) == [])
    var other = state
    other.locations[dogs[50].rawValue] += 1
    other.extents[Int(state.kinds[dogs[50].rawValue])].remove(dogs[50].rawValue)
    other.liveBytes += 8
    #expect(IndexComparison.differences(other, state).count == 3)
    try fixture.store.close()
  }
}

extension StoreCheck {
  /// Whether a check of a fixture's store finds nothing.
  fileprivate static func clean(_ fixture: GraphFixture) -> Bool {
    (try? run(at: GraphFixture.path, io: fixture.io))?.isClean == true
  }
}

extension Store {
  /// Bytes of the log behind the checkpoint when writing one failed last.
  fileprivate var failedCheckpoint: UInt64 { writer.withLock { $0?.failedCheckpoint ?? 0 } }
}
