import LogStore
import LogStoreTesting
import Testing

/// Copies of a store that are made while it lives.
@Suite struct BackupTests {
  private static let target = "/copy.store"

  /// A store with some commits, one of them large, updates, deletions and edges.
  private static func filled(_ io: any StorageIO = MemoryStorageIO()) throws -> GraphFixture {
    let fixture = try GraphFixture(io: io, options: StoreOptions(segmentSize: 64 << 10, compaction: .manual))
    var batch = WriteBatch(author: "test")
    let owner = try fixture.insert("Owner", ["title": .string("Ada")], into: &batch)
    var dogs: [ObjectID] = []
    for number in 0..<300 {
      let values: [String: StoredValue] = ["name": .string("dog \(number)"), "owner": .reference(owner)]
      dogs.append(try fixture.insert("Dog", values, into: &batch))
    }
    batch.setMembers(of: owner, fixture.property("Owner", "watched"), to: Array(dogs.prefix(9).reversed()))
    try fixture.store.commit(batch)
    batch = WriteBatch()
    try fixture.update(dogs[5], "Dog", ["age": .int(7)], in: &batch)
    batch.delete(dogs[7])
    try fixture.store.commit(batch)
    return fixture
  }

  @Test(arguments: [false, true])
  func `a backup holds all objects, history and ids of the newest version, and opens by itself`(
    isCompacted: Bool
  ) throws {
    let io = MemoryStorageIO()
    var fixture = try Self.filled(io)
    if isCompacted {
      try fixture.store.compact()
      fixture = try fixture.reopened()
    }
    let before = try StoreText.dump(fixture.store.snapshot().state)
    let report = try fixture.store.backup(to: Self.target)
    #expect(report.objects == 300)
    #expect(report.sequence == fixture.store.sequence)
    #expect(try StoreText.dump(at: Self.target, io) == before)
    let check = try StoreCheck.run(at: Self.target, readingBlobs: true, io: io)
    #expect(check.findings == [])
    // It goes on as a store of its own.
    let copy = try GraphFixture(io: io, path: Self.target)
    #expect(copy.store.identifier == fixture.store.identifier)
    #expect(copy.store.sequence == fixture.store.sequence)
    let changes = try copy.store.changes(after: 0).map(\.sequence)
    #expect(try changes == fixture.store.changes(after: 0).map(\.sequence))
    var batch = WriteBatch()
    let new = try copy.insert("Cat", ["name": .string("new")], into: &batch)
    #expect(fixture.store.snapshot().state.locations.count <= new.rawValue)
    try copy.store.commit(batch)
    try copy.store.close()
    #expect(try StoreCheck.run(at: Self.target, io: io).findings == [])
    #expect(try StoreText.dump(fixture.store.snapshot().state) == before)
    try fixture.store.close()
  }

  @Test func `a store without objects or without a schema can be backed up too`() throws {
    let io = MemoryStorageIO()
    let store = try Store.open(at: "/empty.store", io: io)
    try store.backup(to: "/a.store")
    _ = try store.adopt(GraphFixture.description)
    try store.backup(to: "/b.store")
    try store.close()
    for path in ["/a.store", "/b.store"] {
      let copy = try GraphFixture(io: io, path: path)
      var batch = WriteBatch()
      try copy.insert("Cat", ["name": .string("new")], into: &batch)
      try copy.store.commit(batch)
      try copy.store.close()
      #expect(try StoreCheck.run(at: path, io: io).findings == [])
    }
  }

  @Test func `backups beside a writer hold whole commits: each is one of its versions`() throws {
    let io = MemoryStorageIO()
    let fixture = try Self.filled(io)
    let versions = Lock([fixture.store.sequence: try StoreText.dump(fixture.store.snapshot().state)])
    let isEnding = Lock(false)
    let threads = Threads()
    threads.start {
      var number = 0
      while !isEnding.withLock({ $0 }) {
        number += 1
        do {
          var batch = WriteBatch()
          // Two objects in each commit, so that a part of one would show.
          let cat = try fixture.insert("Cat", ["name": .string("cat \(number)")], into: &batch)
          let values: [String: StoredValue] = ["title": .string("owner \(number)"), "best": .reference(cat)]
          try fixture.insert("Owner", values, into: &batch)
          let sequence = try fixture.store.commit(batch).sequence
          let text = try StoreText.dump(fixture.store.snapshot().state)
          versions.withLock { $0[sequence] = text }
          if number % 40 == 0 { try fixture.store.compact() }
        } catch {
          Issue.record("\(error)")
          return
        }
      }
    }
    var reached: Set<SequenceNumber> = []
    for number in 0..<8 {
      let path = "/copy\(number).store"
      // By the open store, and as another process does it, by the files alone.
      let report =
        number % 2 == 0
        ? try fixture.store.backup(to: path)
        : try StoreInspection(at: fixture.store.path, io: io).backup(to: path)
      reached.insert(report.sequence)
    }
    isEnding.withLock { $0 = true }
    threads.join()
    for number in 0..<8 {
      let path = "/copy\(number).store"
      let inspection = try StoreInspection(at: path, io: io)
      let expected = versions.withLock { $0[inspection.state.sequence] }
      #expect(try StoreText.dump(inspection.state) == expected, "backup \(number)")
      #expect(try StoreCheck.run(at: path, io: io).findings == [])
    }
    #expect(reached.count > 1)
    try fixture.store.close()
  }

  @Test func `blobs and data keys are in the backup`() throws {
    let io = MemoryStorageIO()
    let fixture = try BlobFixture(io: io)
    let image = BlobFixture.bytes(200_000)
    let photo = try fixture.insert("a", image)
    try fixture.insert("b", BlobFixture.bytes(70_000, seed: 2))
    let report = try fixture.store.backup(to: Self.target)
    #expect(report.blobs == 2)
    try fixture.delete(photo)
    let copy = try BlobFixture(io: io, path: Self.target)
    #expect(try copy.image(photo) == image)
    try copy.store.close()
    #expect(try StoreCheck.run(at: Self.target, readingBlobs: true, io: io).findings == [])
    try fixture.store.close()

    let key = StoreOptions.Encryption.key(try #require(EncryptionKey([UInt8](repeating: 7, count: 32))))
    let sealed = try SealedFixture(io: io, options: StoreOptions(encryption: key))
    try sealed.store.backup(to: "/sealed-copy.store")
    try sealed.store.close()
    #expect(try StoreCheck.run(at: "/sealed-copy.store", io: io).findings == [])
    let other = try SealedFixture(io: io, options: StoreOptions(encryption: key), path: "/sealed-copy.store")
    try other.store.close()
  }

  @Test func `a place that is taken, or inside of the store, is refused and left as it is`() throws {
    let io = MemoryStorageIO()
    let fixture = try Self.filled(io)
    try io.createDirectory("/there")
    for path in [
      "/there", fixture.store.path, fixture.store.path + "/copy", fixture.store.path + "/seg/copy",
    ] {
      let error = #expect(throws: StoreError.self) { try fixture.store.backup(to: path) }
      #expect(error?.code == .invalidArgument)
    }
    #expect(throws: StoreError.self) { try fixture.store.backup(to: "/nowhere/copy.store") }
    #expect(try io.contents(ofDirectory: "/there") == [])
    #expect(try io.contents(ofDirectory: "/") == ["fixture.store", "there"])
    try fixture.store.close()
  }

  @Test func `damage of a live record or a blob fails the backup, and leaves nothing`() throws {
    let io = MemoryStorageIO()
    let fixture = try BlobFixture(io: io)
    try fixture.insert("a", BlobFixture.bytes(200_000))
    let file = try #require(try fixture.files().first)
    try io.open(file, .readWrite).write([0xAA, 0x55], at: 90_000)
    let error = #expect(throws: StoreError.self) { try fixture.store.backup(to: Self.target) }
    #expect(error?.code == .blobDamaged)
    #expect(error?.objects.isEmpty == false)
    #expect(try io.contents(ofDirectory: "/") == ["blobs.store"])
    try fixture.store.close()
  }

  @Test func `every call that fails once leaves no backup behind, or a whole one`() throws {
    let disk = SimulatedDisk(seed: 3)
    let fixture = try BlobFixture(io: disk.storage)
    try fixture.insert("a", BlobFixture.bytes(3000))
    let text = try StoreText.dump(fixture.store.snapshot().state)
    var failed = 0
    for reason in [DiskFailure.Reason.inputOutput, .noSpace] {
      for call in 0..<400 {
        let failure = DiskFailure(afterCalls: call, reason: reason)
        let struck = disk.failuresStruck
        disk.add(failure)
        do {
          try fixture.store.backup(to: Self.target)
          disk.removeFailures()
          #expect(try StoreText.dump(at: Self.target, disk.storage) == text)
          #expect(try StoreCheck.run(at: Self.target, io: disk.storage).findings == [])
        } catch {
          disk.removeFailures()
          failed += 1
          let names = try disk.storage.contents(ofDirectory: "/")
          #expect(!names.contains("copy.store"), "call \(call)")
        }
        let isOver = disk.failuresStruck == struck
        try Self.removeTree(Self.target, disk.storage)
        if isOver { break }
      }
    }
    #expect(failed > 50)
    // What a failed removal has left goes with the next attempt.
    try fixture.store.backup(to: Self.target)
    #expect(try disk.storage.contents(ofDirectory: "/") == ["blobs.store", "copy.store"])
    try fixture.store.close()
  }

  @Test func `a disk that is full in the middle gives an error, its space back, and no backup`() throws {
    let disk = SimulatedDisk(seed: 5, options: SimulatedDiskOptions(volatileNames: ["LOCK"]))
    let fixture = try BlobFixture(io: disk.storage)
    try fixture.insert("a", BlobFixture.bytes(300_000))
    let used = disk.usedBytes
    for room in stride(from: 0, to: 400_000, by: 50_000) {
      disk.setCapacity(used + room)
      let error = #expect(throws: StoreError.self) { try fixture.store.backup(to: Self.target) }
      #expect(error?.code == .outOfSpace, "\(room)")
      #expect(disk.usedBytes == used)
      #expect(try disk.storage.contents(ofDirectory: "/") == ["blobs.store"])
    }
    disk.setCapacity(nil)
    try fixture.store.backup(to: Self.target)
    try fixture.store.close()
  }

  @Test func `a loss of power leaves no backup or a whole one, and one that was reported stays`() throws {
    let disk = SimulatedDisk(seed: 9)
    let fixture = try BlobFixture(io: disk.storage)
    try fixture.insert("a", BlobFixture.bytes(3000))
    let text = try StoreText.dump(fixture.store.snapshot().state)
    disk.startRecording()
    try fixture.store.backup(to: Self.target)
    let moments = disk.takeMoments() + [disk.moment()]
    disk.stopRecording()
    var (none, whole) = (0, 0)
    for (number, moment) in moments.enumerated() {
      let losses = moment.losses(exhaustiveParts: 0, random: 4, seed: UInt64(number))
      for loss in losses.prefix(2) + losses.suffix(4) {
        let io = moment.disk(after: loss).storage
        guard try io.metadata(Self.target) != nil else {
          none += 1
          #expect(number < moments.count - 1, "a backup that was reported is gone: \(loss)")
          continue
        }
        whole += 1
        #expect(try StoreText.dump(at: Self.target, io) == text, "moment \(number), \(loss)")
        #expect(try StoreCheck.run(at: Self.target, readingBlobs: true, io: io).findings == [])
      }
    }
    #expect(none > 20 && whole > 3)
    try fixture.store.close()
  }

  private static func removeTree(_ path: String, _ io: any StorageIO) throws {
    guard let found = try io.metadata(path) else { return }
    guard found.kind == .directory else { return try io.remove(path) }
    for name in try io.contents(ofDirectory: path) { try removeTree(path + "/" + name, io) }
    try io.removeDirectory(path)
  }
}
