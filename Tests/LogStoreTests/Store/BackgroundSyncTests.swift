import LogStore
import LogStoreTesting
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What is done before the log goes on in its other half, beside the commits.
struct BackgroundSyncTests {
  private func commit(_ bytes: Int, _ fixture: GraphFixture) throws {
    var batch = WriteBatch()
    try fixture.insert("Owner", ["title": .string(String(repeating: "t", count: bytes))], into: &batch)
    try fixture.store.commit(batch)
  }

  private func options(_ place: StoreOptions.BackgroundWork) -> StoreOptions {
    StoreOptions(backgroundWork: place, segmentSize: 1 << 20)
  }

  @Test func `a thread that commits neither syncs segments nor makes the log larger`() throws {
    let own = UInt(pthread_self())
    let calls = Lock((own: 0, others: 0, watches: false))
    let io = WatchedIO(base: MemoryStorageIO()) { path, call throws(StorageIOError) in
      let isSync = if case .sync = call { true } else { false }
      guard isSync, path.contains("/seg/") || path.contains("/wal.") else { return }
      calls.withLock { calls in
        guard calls.watches else { return }
        if UInt(pthread_self()) == own { calls.own += 1 } else { calls.others += 1 }
      }
    }
    let fixture = try GraphFixture(io: io, options: options(.thread))
    calls.withLock { $0.watches = true }
    for _ in 0..<400 { try commit(3000, fixture) }
    calls.withLock { $0.watches = false }
    #expect(calls.withLock { $0.own } == 0)
    #expect(calls.withLock { $0.others } > 5)
    try fixture.store.close()
  }

  @Test func `commits go on while segments are being synced`() throws {
    let gate = GatedIO(MemoryStorageIO())
    let io = WatchedIO(base: MemoryStorageIO()) { path, call throws(StorageIOError) in
      if case .sync = call, path.contains("/seg/") { try gate.pass(path) }
    }
    let fixture = try GraphFixture(io: io, options: options(.thread))
    gate.gate.withLock { $0.isClosed = true }
    // The half of 32 KiB is half full with the fourth group, and full with the eighth.
    for _ in 0..<4 { try commit(100, fixture) }
    gate.waitForWrite()
    for _ in 0..<2 { try commit(100, fixture) }
    #expect(gate.gate.withLock { $0.waiting } == 1)
    gate.open()
    for _ in 0..<20 { try commit(100, fixture) }
    #expect(CrashRun.problem(fixture) == nil)
    try fixture.store.close()
  }

  @Test func `a sync that fails in the background is told to the next commit, and nothing is lost`() throws {
    let disk = CrashDisk(seed: 2)
    let fixture = try GraphFixture(io: disk, options: options(.inline))
    var hasFailed = false
    disk.fault = { operation in
      guard operation == "fdatasync" else { return nil }
      hasFailed = true
      return .ioFailure
    }
    var contents: [CrashContent] = []
    var failure: StoreError?
    for _ in 0..<20 where failure == nil {
      do {
        let isNext = hasFailed
        try commit(100, fixture)
        #expect(!isNext, "a commit after the failure")
        contents.append(try CrashContent(fixture.store.snapshot()))
      } catch let error as StoreError {
        failure = error
      }
    }
    disk.fault = nil
    #expect(failure?.code == .poisoned)
    #expect(failure?.remedy.contains("reopen") == true)
    #expect(contents.count > 2)
    #expect(throws: StoreError.self) { try commit(1, fixture) }
    for choice in [CrashMoment.Choice.none, .all] {
      let again = try GraphFixture(io: CrashMoment(disk).disk(choice, seed: 3), options: options(.inline))
      #expect(try CrashContent(again.store.snapshot()) == contents.last)
    }
  }

  @Test func `names that a sync in the background has given up keep a compaction from counting`() throws {
    let disk = SimulatedDisk(seed: 1)
    let options = options(.inline)
    let fixture = Lock<GraphFixture?>(nil)
    let io = WatchedIO(base: disk.storage) { path, call throws(StorageIOError) in
      // While the checkpoint of a compaction is written, commits begin a segment and fill half of the log.
      guard case .sync = call, path.contains("/ckpt/"), let present = fixture.withLock({ $0 }) else { return }
      fixture.withLock { $0 = nil }
      disk.add(DiskFailure(of: [.syncDirectory], effect: .marksPagesClean))
      try? present.store.rollSegment()
      while disk.failuresStruck == 0, (try? commit(2000, present)) != nil {}
    }
    let running = try GraphFixture(io: io, options: options)
    for _ in 0..<3 { try commit(2000, running) }
    fixture.withLock { $0 = running }
    #expect(throws: StoreError.self) { try running.store.compact() }
    #expect(disk.failuresStruck == 1)
    disk.removeFailures()
    let content = try CrashContent(running.store.snapshot())
    disk.losePower(.losingAll)
    let again = try GraphFixture(io: disk.storage, options: options)
    #expect(try CrashContent(again.store.snapshot()) == content)
  }

  @Test func `a half that cannot grow goes on with its size`() throws {
    let disk = CrashDisk(seed: 2)
    disk.clockStep = 1
    let fixture = try GraphFixture(io: disk, options: options(.inline))
    let isFull = Lock(true)
    let io = WatchedIO(base: disk) { path, call throws(StorageIOError) in
      guard case .write(let offset, let bytes) = call, path.contains("/wal."), isFull.withLock({ $0 }) else {
        return
      }
      if offset + UInt64(bytes.count) > 32 << 10 {
        throw StorageIOError(operation: "pwrite", path: path, code: .noSpace)
      }
    }
    try fixture.store.close()
    let again = try GraphFixture(io: io, options: options(.inline))
    for _ in 0..<60 { try commit(100, again) }
    #expect(try disk.metadata(GraphFixture.path + "/wal.0")?.size == 32 << 10)
    isFull.withLock { $0 = false }
    for _ in 0..<60 { try commit(100, again) }
    #expect(try disk.metadata(GraphFixture.path + "/wal.0").map { $0.size > 32 << 10 } == true)
    #expect(CrashRun.problem(again) == nil)
  }

  @Test(arguments: [StoreOptions.Durability.full, .relaxed, .none])
  func `threads commit while the log is synced, grown and changes halves`(
    durability: StoreOptions.Durability
  ) throws {
    var options = options(.thread)
    options.durability = durability
    options.syncInterval = 1
    let fixture = try GraphFixture(io: MemoryStorageIO(), options: options)
    let wrong = Lock<[String]>([])
    let threads = Threads()
    for thread in 0..<4 {
      threads.start {
        do {
          for number in 0..<150 {
            try commit(number % 40 == 39 ? 20_000 : 2000, fixture)
            if thread == 0, number % 20 == 0 { try fixture.store.sync() }
          }
        } catch {
          wrong.withLock { $0.append("\(error)") }
        }
      }
    }
    threads.join()
    #expect(wrong.withLock { $0 } == [])
    #expect(CrashRun.problem(fixture) == nil)
    let content = try CrashContent(fixture.store.snapshot())
    try fixture.store.close()
    let again = try GraphFixture(io: fixture.io, options: options)
    #expect(try CrashContent(again.store.snapshot()) == content)
    try again.store.close()
  }
}
