import LogStore
import LogStoreTesting
import SimulationSupport
import Testing

/// What must survive a crash that comes together with another mishap.
struct RecoveryFaultTests {
  private let options = StoreOptions(segmentSize: 64 << 10)

  private func commit(_ bytes: Int, _ store: SimulationStore) throws {
    let id = try store.store.newObjectID()
    var batch = WriteBatch()
    let body = String(repeating: "z", count: bytes)
    try store.put(item: id.rawValue, body: body, box: nil, peer: nil, isNew: true, in: &batch)
    try store.store.commit(batch)
  }

  private func damageNewestSuperblock(_ disk: SimulatedDisk) throws {
    let slots = try SuperblockSlots(io: disk.storage, paths: StorePaths(root: SimulationStore.path))
    let slot = Int(slots.chosen.generation % 3)
    disk.damage(SimulationStore.path + "/SUPER", at: slot * 4096 + 40, flipping: 1)
  }

  @Test(arguments: [StoreOptions.Durability.relaxed, .none])
  func `what a recovery has made durable outlives a damaged superblock and a loss of power`(
    durability: StoreOptions.Durability
  ) throws {
    let disk = SimulatedDisk(seed: 1)
    var options = options
    options.durability = durability
    let store = try SimulationStore(disk, options: options)
    for _ in 0..<3 { try commit(2000, store) }
    let digest = try store.digest()
    disk.killProcess()
    let again = try SimulationStore(disk, options: options)
    #expect(try again.digest() == digest)
    let moment = disk.moment()
    options.access = .readOnly
    for loss in moment.losses(exhaustiveParts: 10) {
      let lost = moment.disk(after: loss)
      try damageNewestSuperblock(lost)
      let opened = try Store.open(at: SimulationStore.path, options: options, io: lost.storage)
      #expect(try SimulationModel(opened.snapshot()).digest == digest, "\(loss)")
    }
  }

  @Test func `after a compaction a damaged superblock is no loss, whichever checkpoint came last`() throws {
    let disk = SimulatedDisk(seed: 1)
    let store = try SimulationStore(disk, options: options)
    for _ in 0..<3 { try commit(2000, store) }
    try store.store.compact()
    for _ in 0..<30 { try commit(2000, store) }
    let digest = try store.digest()
    var reading = options
    reading.access = .readOnly
    for closes in [false, true] {
      if closes { try store.store.close() } else { try store.store.checkpoint() }
      let copy = disk.moment().frozenDisk()
      copy.killProcess()
      try damageNewestSuperblock(copy)
      let opened = try Store.open(at: SimulationStore.path, options: reading, io: copy.storage)
      #expect(try SimulationModel(opened.snapshot()).digest == digest)
    }
  }

  @Test func `a store whose newest segment was cut after it was closed is refused`() throws {
    let disk = SimulatedDisk(seed: 1)
    let store = try SimulationStore(disk, options: options)
    for _ in 0..<30 { try commit(1000, store) }
    try store.store.close()
    let directory = SimulationStore.path + "/seg/"
    let newest = try disk.storage.contents(ofDirectory: directory).filter { $0.hasSuffix(".seg") }.max()
    try disk.storage.open(directory + (newest ?? ""), .readWrite).truncate(to: 4096)
    for access in [StoreOptions.Access.readOnly, .readWrite] {
      var options = options
      options.access = access
      let error = #expect(throws: StoreError.self) {
        try Store.open(at: SimulationStore.path, options: options, io: disk.storage)
      }
      #expect(error?.code == .segmentCorrupt)
    }
  }

  @Test func `a damaged superblock and a cut first commit take no acknowledged commit along`() throws {
    let disk = SimulatedDisk(seed: 1)
    let store = try SimulationStore(disk, options: options)
    for _ in 0..<3 { try commit(2000, store) }
    let digest = try store.digest()
    disk.killProcess()
    let again = try SimulationStore(disk, options: options)
    disk.startRecording()
    try commit(2000, again)
    var reading = options
    reading.access = .readOnly
    var found = 0
    for moment in disk.takeMoments() {
      for loss in moment.losses(exhaustiveParts: 12) {
        let lost = moment.disk(after: loss)
        try damageNewestSuperblock(lost)
        // Saying so is right as well.
        let opened = try? Store.open(at: SimulationStore.path, options: reading, io: lost.storage)
        guard let opened else { continue }
        #expect(try SimulationModel(opened.snapshot()).digest == digest, "\(loss)")
        found += 1
      }
    }
    #expect(found > 0)
  }

  @Test func `recovery makes a segment durable whose name a failed sync left in the cache alone`() throws {
    let disk = SimulatedDisk(seed: 1)
    let store = try SimulationStore(disk, options: options)
    try store.store.sync()
    try store.store.rollSegment()
    try commit(500, store)
    let digest = try store.digest()
    disk.killProcess()
    disk.add(DiskFailure(of: [.syncDirectory], effect: .marksPagesClean))
    #expect(throws: StoreError.self) { try SimulationStore(disk, options: options) }
    #expect(disk.failuresStruck == 1)
    disk.removeFailures()
    _ = try SimulationStore(disk, options: options)
    let moment = disk.moment()
    for loss in moment.losses(exhaustiveParts: 10) {
      let again = try SimulationStore(moment.disk(after: loss), options: options)
      #expect(try again.digest() == digest, "\(loss)")
    }
  }

  @Test func `a store whose maker died before its name was durable keeps what others commit`() throws {
    let disk = SimulatedDisk(seed: 1)
    disk.startRecording()
    _ = try Store.open(at: SimulationStore.path, options: options, io: disk.storage)
    for moment in disk.takeMoments() {
      let survivor = moment.frozenDisk()
      survivor.killProcess()
      let store = try SimulationStore(survivor, options: options)
      try commit(100, store)
      let digest = try store.digest()
      survivor.losePower(.losingAll)
      var options = options
      options.createsIfMissing = false
      #expect(try SimulationStore(survivor, options: options).digest() == digest)
    }
  }
}
