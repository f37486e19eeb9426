import LogStore
import LogStoreTesting
import SimulationSupport
import Testing

/// After a sync that failed, what programs see may never reach the disk: nothing relies on it before it was written
/// once more.
struct FailedSyncTests {
  private let options = StoreOptions(segmentSize: 64 << 10)

  /// - Parameter disk: One that fails the write of the commit.
  private func commit(_ bytes: Int, _ store: SimulationStore, failingOn disk: SimulatedDisk? = nil) throws {
    let id = try store.store.newObjectID()
    disk?.add(DiskFailure(of: [.durableWrite], effect: .marksPagesClean))
    defer { disk?.removeFailures() }
    var batch = WriteBatch()
    let body = String(repeating: "z", count: bytes)
    try store.put(item: id.rawValue, body: body, box: nil, peer: nil, isNew: true, in: &batch)
    try store.store.commit(batch)
  }

  private func open(_ disk: SimulatedDisk) throws -> SimulationStore {
    try SimulationStore(disk, options: options)
  }

  @Test func `a segment whose size only the cache knew is as long as recovery made it`() throws {
    let disk = SimulatedDisk(seed: 1)
    let store = try open(disk)
    try store.store.rollSegment()
    try commit(100, store)
    let digest = try store.digest()
    disk.add(DiskFailure(of: [.sync], effect: .marksPagesClean))
    #expect(throws: StoreError.self) { try store.store.checkpoint() }
    disk.removeFailures()
    disk.killProcess()
    let again = try open(disk)
    try again.store.checkpoint()
    disk.losePower(.losingAll)
    #expect(try open(disk).digest() == digest)
  }

  @Test func `a segment that recovery cuts stays as long as the durable mark says`() throws {
    let path = SimulationStore.path + "/seg/0000000001.seg"
    func committed(_ bytes: Int) throws -> (SimulatedDisk, SimulationStore, size: Int) {
      let disk = SimulatedDisk(seed: 1)
      let store = try SimulationStore(disk, options: options)
      try commit(bytes, store)
      return (disk, store, Int(try disk.storage.metadata(path)?.size ?? 0))
    }
    // The last group ends with a block, and behind it lies a bulk commit that does not count.
    let size = try committed(8).size
    let (disk, store, end) = try committed(8 + (4096 - size % 4096) % 4096)
    try #require(end % 4096 == 0)
    let digest = try store.digest()
    disk.add(DiskFailure(of: [.sync], effect: .marksPagesClean))
    #expect(throws: StoreError.self) { try commit(20_000, store) }
    disk.removeFailures()
    disk.killProcess()
    #expect(try SimulationStore(disk, options: options).digest() == digest)
    disk.losePower(.losingAll)
    #expect(try SimulationStore(disk, options: options).digest() == digest)
  }

  @Test func `the first block of a log half holds what recovery saw there, though its write had failed`()
    throws
  {
    let disk = SimulatedDisk(seed: 1, options: SimulatedDiskOptions(hasPowerSafeOverwrite: false))
    _ = try open(disk)
    disk.killProcess()
    let store = try open(disk)
    #expect(throws: StoreError.self) { try commit(100, store, failingOn: disk) }
    #expect(disk.failuresStruck == 1)
    disk.killProcess()
    let again = try open(disk)
    let digest = try again.digest()
    var moments = [disk.moment()]
    try again.store.switchHalf()
    moments.append(disk.moment())
    for moment in moments {
      for loss in moment.losses(exhaustiveParts: 8) {
        let lost = moment.disk(after: loss)
        for _ in 0..<2 {
          #expect(try open(lost).digest() == digest, "\(loss)")
          lost.killProcess()
        }
        lost.losePower(.losingAll)
        #expect(try open(lost).digest() == digest, "\(loss)")
      }
    }
  }

  /// What may become of a half of the log that nothing needs.
  enum Harm: CaseIterable { case damaged, cut, missing }

  @Test(arguments: Harm.allCases, [0, 1])
  func `a closed store with a harmed log half takes it into use whole, whatever call fails`(
    harm: Harm,
    half: Int
  ) throws {
    let disk = SimulatedDisk(seed: 1)
    let store = try open(disk)
    try commit(100, store)
    let digest = try store.digest()
    try store.store.close()
    let path = SimulationStore.path + "/wal.\(half)"
    switch harm {
    case .damaged: disk.damage(path, at: 8, flipping: 1)
    case .cut:
      let file = try disk.storage.open(path, .readWrite)
      try file.truncate(to: 4096)
      try file.sync()
    case .missing:
      try disk.storage.remove(path)
      try disk.storage.syncDirectory(SimulationStore.path)
    }
    let harmed = disk.moment()
    var calls = 0
    while true {
      let disk = harmed.frozenDisk()
      disk.add(DiskFailure(afterCalls: calls, effect: .marksPagesClean))
      if let store = try? open(disk) { try? commit(100, store) }
      let isDone = disk.failuresStruck == 0
      disk.removeFailures()
      disk.killProcess()
      let again = try open(disk)
      try commit(10, again)
      let last = try again.digest()
      #expect(last != digest)
      try again.store.switchHalf()
      disk.losePower(.losingAll)
      #expect(try open(disk).digest() == last, "call \(calls)")
      disk.killProcess()
      #expect(try open(disk).digest() == last, "call \(calls)")
      if isDone { break }
      calls += harm == .missing ? 1 : 5
    }
    #expect(calls > 20)
  }

  @Test func `a log half grows for good, also if that failed before`() throws {
    var options = options
    options.logHalfSize = 8192
    let disk = SimulatedDisk(seed: 1)
    let store = try SimulationStore(disk, options: options)
    // Of the syncs behind a commit those of segment and reserve succeed.
    disk.add(DiskFailure(of: [.sync], afterCalls: 2, effect: .marksPagesClean))
    for _ in 0..<40 { try commit(100, store) }
    #expect(disk.failuresStruck == 1)
    let digest = try store.digest()
    let paths = StorePaths(root: SimulationStore.path)
    let superblock = try SuperblockSlots(io: disk.storage, paths: paths).chosen
    #expect(superblock.halfSize(0) > 8192)
    #expect(superblock.halfSize(1) > 8192)
    disk.losePower(.losingAll)
    #expect(try open(disk).digest() == digest)
  }

  @Test(arguments: [2, 3]) func `a store whose name could not be made durable does not look as if it were`(
    calls: Int
  ) throws {
    let disk = SimulatedDisk(seed: 1)
    disk.add(DiskFailure(of: [.syncDirectory], afterCalls: calls, effect: .marksPagesClean))
    #expect(throws: StoreError.self) { try open(disk) }
    #expect(disk.failuresStruck == 1)
    disk.removeFailures()
    disk.killProcess()
    let store = try open(disk)
    try commit(100, store)
    let digest = try store.digest()
    disk.losePower(.losingAll)
    #expect(try open(disk).digest() == digest)
  }
}
