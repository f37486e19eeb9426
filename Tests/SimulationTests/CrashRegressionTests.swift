import LogStore
import LogStoreTesting
import SimulationSupport
import Testing

/// Losses of power and damages that once cost data, each by itself.
struct CrashRegressionTests {
  private let disk = SimulatedDisk(seed: 1)
  private let options = StoreOptions(segmentSize: 64 << 10)

  private func open(_ disk: SimulatedDisk? = nil) throws -> SimulationStore {
    try SimulationStore(disk ?? self.disk, options: options)
  }

  private func commit(_ bytes: Int, _ store: SimulationStore) throws -> ObjectID {
    let id = try store.store.newObjectID()
    var batch = WriteBatch()
    let body = String(repeating: "z", count: bytes)
    try store.put(item: id.rawValue, body: body, box: nil, peer: nil, isNew: true, in: &batch)
    try store.store.commit(batch)
    return id
  }

  private func isReadable(_ id: ObjectID, _ store: SimulationStore) throws -> Bool {
    try store.store.snapshot().withRecord(id) { view, _ in view.count > 0 } ?? false
  }

  @Test func `a bulk commit in a segment that a small commit opened survives a crash`() throws {
    let store = try open()
    _ = try commit(38_000, store)
    for _ in 0..<3 { _ = try commit(9_000, store) }
    let bulk = try commit(30_000, store)
    disk.losePower(.losingAll)
    #expect(try open().store.snapshot().entity(of: bulk) != nil)
  }

  @Test func `after a bulk commit that found no space, later commits can be read`() throws {
    let store = try open()
    let first = try commit(30_000, store)
    disk.add(DiskFailure(of: [.write], afterCalls: 3, reason: .noSpace))
    let error = #expect(throws: StoreError.self) { _ = try commit(50_000, store) }
    #expect(error?.code == .outOfSpace)
    disk.removeFailures()
    #expect(try isReadable(first, store))
    let second = try commit(100, store)
    #expect(try isReadable(second, store))
  }

  @Test func `a damaged checkpoint after a compaction is made good from the segments`() throws {
    var store = try open()
    _ = try commit(300, store)
    for _ in 0..<2 {
      try store.store.compact()
      let digest = try store.digest()
      let directory = SimulationStore.path + "/ckpt"
      for name in try disk.storage.contents(ofDirectory: directory) {
        disk.damage(directory + "/" + name, at: 40, flipping: 0xFF)
      }
      disk.killProcess()
      store = try open()
      #expect(store.store.recovery.checkpointProblem != nil)
      #expect(try store.digest() == digest)
    }
  }

  @Test func `a first compaction that a crash cut off leaves the store as it was`() throws {
    let store = try open()
    _ = try commit(9_000, store)
    let digest = try store.digest()
    disk.startRecording()
    try store.store.compact()
    for moment in disk.takeMoments() {
      for loss in moment.losses() {
        #expect(try open(moment.disk(after: loss)).digest() == digest, "\(loss)")
      }
    }
  }

  @Test
  func `a commit whose old records cannot be read once it is durable is reported as unknown, and is there`()
    throws
  {
    // Reads fail from the log write on: found by trying one after the other.
    for reads in 0..<20 {
      let disk = SimulatedDisk(seed: 1)
      let store = try open(disk)
      let item = try commit(100, store)
      var batch = WriteBatch()
      batch.delete(item)
      disk.add(DiskFailure(of: [.read], afterCalls: reads, isPermanent: true))
      let error: StoreError?
      do throws(StoreError) {
        try store.store.commit(batch)
        error = nil
      } catch let thrown {
        error = thrown
      }
      disk.removeFailures()
      guard error?.code == .commitOutcomeUnknown else { continue }
      let second = #expect(throws: StoreError.self) { _ = try commit(100, store) }
      #expect(second?.code == .poisoned)
      disk.killProcess()
      #expect(try open(disk).store.snapshot().entity(of: item) == nil)
      return
    }
    Issue.record("no read fails behind the log write")
  }

  @Test func `a reader does not look at segments that a recovery rewrites`() throws {
    let store = try open()
    _ = try commit(100, store)
    disk.killProcess()
    disk.startRecording()
    _ = try open()
    var options = options
    options.access = .readOnly
    options.busyTimeout = 20
    var refusals = 0
    for moment in disk.takeMoments() {
      do throws(StoreError) {
        _ = try Store.open(at: SimulationStore.path, options: options, io: moment.frozenDisk().storage)
      } catch {
        #expect(error.code == .storeLocked)
        refusals += 1
      }
    }
    #expect(refusals > 0)
  }

  @Test func `a number that a lost commit had after a recovery is not given to another commit`() throws {
    _ = try commit(100, open())
    disk.killProcess()
    let store = try open()
    disk.startRecording()
    _ = try commit(100, store)
    let lost = store.store.sequence
    let moment = try #require(disk.takeMoments().first)
    let again = try open(moment.disk(after: .losingAll))
    #expect(again.store.sequence < lost)
    _ = try commit(100, again)
    #expect(again.store.sequence > lost)
  }
}
