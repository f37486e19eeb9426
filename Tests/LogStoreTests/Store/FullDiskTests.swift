import LogStore
import LogStoreTesting
import Testing

/// What a store does on a disk without a free byte: nothing is lost, deleting and compacting go on, and what they give
/// back can be used.
@Suite struct FullDiskTests {
  private static let text = String(repeating: "f", count: 9000)
  private static let reserve = GraphFixture.path + "/RESERVE"

  private static func disk(_ capacity: Int?) -> SimulatedDisk {
    // At this pace of the clock the log does not grow.
    SimulatedDisk(
      seed: 1,
      options: SimulatedDiskOptions(clockStep: 20_000, capacity: capacity, volatileNames: ["LOCK"])
    )
  }

  private static func options(_ compaction: StoreOptions.Compaction = .manual) -> StoreOptions {
    StoreOptions(segmentSize: 64 << 10, compaction: compaction)
  }

  private static func add(_ fixture: GraphFixture, _ title: String = text) throws -> ObjectID {
    var batch = WriteBatch()
    let id = try fixture.insert("Owner", ["title": .string(title)], into: &batch)
    try fixture.store.commit(batch)
    return id
  }

  /// Adds objects until there is no more room.
  private static func fill(_ fixture: GraphFixture) throws -> [ObjectID] {
    var ids: [ObjectID] = []
    while true {
      do {
        ids.append(try add(fixture))
      } catch let error as StoreError where error.code == .outOfSpace {
        return ids
      }
    }
  }

  private static func delete(_ ids: some Sequence<ObjectID>, _ fixture: GraphFixture) throws {
    for id in ids {
      var batch = WriteBatch()
      batch.delete(id)
      try fixture.store.commit(batch)
    }
  }

  @Test func `a store sets aside as much space as its log has`() throws {
    let disk = Self.disk(nil)
    let fixture = try GraphFixture(io: disk.storage, options: Self.options())
    _ = try Self.add(fixture)
    let halves = try [0, 1].map {
      try #require(try disk.storage.metadata(GraphFixture.path + "/wal.\($0)")).size
    }
    #expect(try disk.storage.metadata(Self.reserve)?.size == halves.reduce(0, +))
    let report = try StoreCheck.run(at: GraphFixture.path, io: disk.storage)
    #expect(report.findings.allSatisfy { !$0.description.contains("RESERVE") })
  }

  @Test func `objects can be deleted on a full disk, and compaction makes room for new ones`() throws {
    let disk = Self.disk(1_500_000)
    let fixture = try GraphFixture(io: disk.storage, options: Self.options())
    let ids = try Self.fill(fixture)
    #expect(ids.count > 80)
    disk.setCapacity(disk.usedBytes)
    // Each deletion needs room; all of them more than is left in the last segment.
    for start in stride(from: 10, to: ids.count, by: 20) {
      var batch = WriteBatch()
      for id in ids[start..<min(start + 20, ids.count)] { batch.delete(id) }
      try fixture.store.commit(batch)
    }
    let report = try fixture.store.compact()
    #expect(report.bytesAfter < report.bytesBefore / 2)
    for _ in 0..<20 { _ = try Self.add(fixture) }
    #expect(try disk.storage.metadata(Self.reserve)?.size == 2 * 32 << 10)
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    let again = try GraphFixture(io: disk.storage, options: Self.options())
    #expect(try CrashContent(again.store.snapshot()) == content)
    #expect(try StoreCheck.run(at: GraphFixture.path, io: disk.storage).isClean)
  }

  @Test func `space comes back by itself on a full disk`() throws {
    let disk = Self.disk(1_500_000)
    let fixture = try GraphFixture(io: disk.storage, options: Self.options(.automatic))
    let ids = try Self.fill(fixture)
    disk.setCapacity(disk.usedBytes)
    try Self.delete(ids[10...], fixture)
    for _ in 0..<20 { _ = try Self.add(fixture) }
    #expect(fixture.store.statistics().compactions > 0)
  }

  @Test func `new objects are refused until the reserve is whole again`() throws {
    let disk = Self.disk(1_500_000)
    let fixture = try GraphFixture(io: disk.storage, options: Self.options())
    let ids = try Self.fill(fixture)
    disk.setCapacity(disk.usedBytes)
    let whole: UInt64 = 2 * 32 << 10
    var deleted = 0
    while try disk.storage.metadata(Self.reserve)?.size == whole, deleted < ids.count {
      try Self.delete(ids[deleted...deleted], fixture)
      deleted += 1
    }
    #expect(try disk.storage.metadata(Self.reserve)?.size == whole / 2)
    let error = #expect(throws: StoreError.self) {
      // Behind what is still set aside in the last segment.
      for _ in 0..<20 { _ = try Self.add(fixture) }
    }
    #expect(error?.code == .outOfSpace)
    // What was set aside for deletions is still theirs.
    try Self.delete(ids[deleted..<deleted + 3], fixture)
    disk.setCapacity(nil)
    for _ in 0..<20 { _ = try Self.add(fixture) }
    #expect(try disk.storage.metadata(Self.reserve)?.size == whole)
  }

  @Test(.timeLimit(.minutes(1))) func `a store on a full disk closes while commits wait`() async throws {
    let disk = Self.disk(1_500_000)
    var options = Self.options(.automatic)
    options.backgroundWork = .thread
    let fixture = try GraphFixture(io: disk.storage, options: options)
    _ = try Self.fill(fixture)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var batch = WriteBatch()
          // Refused, or too late: it is the end that counts.
          _ = try? fixture.insert("Owner", ["title": .string(Self.text)], into: &batch)
          _ = try? await fixture.store.commit(batch)
        }
      }
      group.addTask { try? fixture.store.close() }
    }
    #expect(throws: StoreError.self) { _ = try Self.add(fixture) }
  }

  @Test func `a compaction that has no room for a checkpoint leaves a list of segments`() throws {
    let disk = Self.disk(nil)
    let isFull = Lock(false)
    let io = WatchedIO(base: disk.storage) { path, call throws(StorageIOError) in
      guard case .write = call, path.contains("/ckpt/"), isFull.withLock({ $0 }) else { return }
      throw StorageIOError(operation: "pwrite", path: path, code: .noSpace)
    }
    let fixture = try GraphFixture(io: io, options: Self.options())
    var ids: [ObjectID] = []
    for number in 0..<1500 { ids.append(try Self.add(fixture, "\(number)")) }
    for _ in 0..<100 { ids.append(try Self.add(fixture)) }
    try fixture.store.checkpoint()
    try Self.delete(ids[1500...], fixture)
    isFull.withLock { $0 = true }
    let content = try CrashContent(fixture.store.snapshot())
    _ = try fixture.store.compact()
    let lists = try disk.storage.contents(ofDirectory: GraphFixture.path + "/seg").filter {
      $0.hasSuffix(".list")
    }
    #expect(lists.count == 1)
    #expect(try disk.storage.contents(ofDirectory: GraphFixture.path + "/ckpt").isEmpty)
    #expect(try CrashContent(fixture.store.snapshot()) == content)
    let report = try StoreCheck.run(at: GraphFixture.path, io: disk.storage)
    #expect(report.isClean, "\(report.findings)")
    disk.losePower(.losingAll)
    let again = try GraphFixture(io: disk.storage, options: Self.options())
    #expect(try CrashContent(again.store.snapshot()) == content)
    #expect(again.store.recovery.checkpointProblem == nil)
    // There is room for a checkpoint now.
    try again.store.close()
    #expect(try disk.storage.contents(ofDirectory: GraphFixture.path + "/ckpt").count == 1)
  }

  @Test func `a recovery finds room for the whole log on a full disk`() throws {
    let disk = Self.disk(nil)
    var options = Self.options()
    options.segmentSize = 1 << 20
    let fixture = try GraphFixture(io: disk.storage, options: options)
    for _ in 0..<3 { _ = try Self.add(fixture, String(repeating: "r", count: 7000)) }
    let content = try CrashContent(fixture.store.snapshot())
    // What was set aside for the segment goes with the power, as what was written to it.
    disk.losePower(.losingAll)
    disk.setCapacity(disk.usedBytes)
    let again = try GraphFixture(io: disk.storage, options: options)
    #expect(try CrashContent(again.store.snapshot()) == content)
    #expect(throws: StoreError.self) {
      _ = try Self.fill(again); _ = try Self.add(again)
    }
    disk.setCapacity(nil)
    _ = try Self.add(again)
  }
}
