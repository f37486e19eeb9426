import LogStore
import Testing

/// What a repair brings over of a damaged store.
@Suite struct RepairTests {
  @Test(arguments: [DamagedStore.Ending.closed, .compacted, .open])
  func `of a store without damage nothing is lost, and its history is kept`(ending: DamagedStore.Ending)
    throws
  {
    let store = try DamagedStore(objects: 900, ending)
    let report = try store.repair()
    #expect(report.losses == [])
    #expect(report.notes == [])
    #expect(try store.repaired() == store.lines)
    let before = try StoreInspection(at: DamagedStore.path, io: store.io)
    let after = try StoreInspection(at: DamagedStore.target, io: store.io)
    #expect(after.state.sequence == before.state.sequence)
    #expect(after.state.history.entries().map(\.0) == before.state.history.entries().map(\.0))
    #expect(after.superblock.storeID == before.superblock.storeID)
    // It goes on as a store.
    let again = try GraphFixture(io: store.io, path: DamagedStore.target)
    var batch = WriteBatch()
    let new = try again.insert("Cat", ["name": .string("new")], into: &batch)
    #expect(new.rawValue >= before.recovered.idLimit)
    try again.store.commit(batch)
    try again.store.close()
    #expect(try StoreCheck.run(at: DamagedStore.target, io: store.io).findings == [])
  }

  @Test(arguments: [DamagedStore.Ending.closed, .compacted], [UInt64](1...2))
  func `every object outside of a hundred damaged sectors is there, and every loss is listed`(
    ending: DamagedStore.Ending,
    seed: UInt64
  ) throws {
    let store = try DamagedStore(objects: 6000, ending, seed: seed)
    var random = SeededGenerator(seed: seed)
    // The schema lies in one place only: without it nothing has a name.
    let state = try StoreInspection(at: DamagedStore.path, io: store.io).state
    let catalog = state.catalogLocations.map { Location(word: $0) }
    let sectors = try store.damageSectors(100, &random) { path, range in
      !catalog.contains { location in
        store.paths.segment(location.segment) == path
          && range.overlaps(location.offset..<location.offset + UInt64(location.sizeBound))
      }
    }
    let report = try store.repair("seed \(seed)")
    let found = try store.repaired()
    var hit = 0
    for (id, place) in store.places {
      guard sectors.contains(where: { $0.path == place.path && $0.range.overlaps(place.range) }) else {
        #expect(found[id] != nil, "seed \(seed): object \(id) lay outside of the damage")
        continue
      }
      hit += 1
    }
    #expect(hit > 0)
    #expect(!report.isWhole)
    #expect(found.count > store.lines.count - 1200)
  }

  @Test(arguments: [[0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2]])
  func `any slot of the superblock is enough, and without one what is left of them`(slots: [Int]) throws {
    let store = try DamagedStore(objects: 500, .compacted)
    for slot in slots {
      let file = try store.io.open(store.paths.superblock, .readWrite)
      try file.write([0xAA, 0xBB], at: UInt64(slot * 4096 + 4090))
    }
    let report = try store.repair()
    #expect(!report.notes.isEmpty || slots == [])
    #expect(try store.repaired() == store.lines)
  }

  @Test func `a damaged schema is found where the log still has a copy of it`() throws {
    let store = try DamagedStore(objects: 60, .closed)
    let state = try StoreInspection(at: DamagedStore.path, io: store.io).state
    for word in state.catalogLocations {
      let location = Location(word: word)
      try store.io.open(store.paths.segment(location.segment), .readWrite).write(
        [1, 2, 3],
        at: location.offset + 40
      )
    }
    let report = try store.repair()
    #expect(report.losses.allSatisfy { [.history, .bytes, .catalog].contains($0.kind) }, "\(report.losses)")
    #expect(try store.repaired() == store.lines)
  }

  @Test func `files that only help are done without`() throws {
    for ending in [DamagedStore.Ending.closed, .compacted] {
      for path in [["ckpt/0000000001.ckpt"], ["wal.0", "wal.1"], ["LOCK", "RESERVE"]] {
        let store = try DamagedStore(objects: 500, ending)
        for file in try store.files() where path.contains(where: { file.path.hasSuffix($0) || $0 == "ckpt" })
        {
          try store.io.remove(file.path)
        }
        for file in try store.files() where path[0].hasPrefix("ckpt") && file.path.contains("/ckpt/") {
          try store.io.remove(file.path)
        }
        let report = try store.repair("\(path)")
        #expect(try store.repaired() == store.lines)
        #expect(report.losses.allSatisfy { $0.kind == .history }, "\(path): \(report.losses)")
      }
    }
  }

  @Test
  func `a store that a crash has left is repaired from its log, and with a damaged log from its segments`()
    throws
  {
    let store = try DamagedStore(objects: 700, .open)
    for half in [0, 1] as [UInt8] {
      let file = try store.io.open(store.paths.half(half), .readWrite)
      for block in stride(from: UInt64(0), to: try file.size(), by: 3 * 4096) {
        try file.write([1, 2, 3, 4], at: block + 40)
      }
    }
    let report = try store.repair()
    #expect(report.losses.contains { $0.kind == .log })
    let found = try store.repaired()
    #expect(found.count >= store.lines.count)
  }

  @Test func `of an object whose newest record is damaged an older version is taken, and listed`() throws {
    let io = MemoryStorageIO()
    let options = StoreOptions(compaction: .manual)
    let fixture = try GraphFixture(io: io, options: options, path: DamagedStore.path)
    var batch = WriteBatch()
    let cat = try fixture.insert("Cat", ["name": .string("Tom"), "age": .int(1)], into: &batch)
    let other = try fixture.insert("Cat", ["name": .string("Kit"), "age": .int(1)], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    try fixture.update(cat, "Cat", ["age": .int(2)], in: &batch)
    try fixture.store.commit(batch)
    let location = Location(word: fixture.store.snapshot().state.locations[cat.rawValue])
    try fixture.store.close()
    let segment = StorePaths(root: DamagedStore.path).segment(location.segment)
    try io.open(segment, .readWrite).write([0xFF, 0xFE], at: location.offset + 40)
    let report = try StoreRepair.run(at: DamagedStore.path, to: DamagedStore.target, io: io)
    let older = report.losses.filter { $0.kind == .olderVersion }
    #expect(older.map(\.object) == [cat])
    #expect(older.first?.entity == "Cat")
    let repaired = try GraphFixture(io: io, path: DamagedStore.target)
    #expect(try repaired.values(of: cat)["age"] == .int(1))
    #expect(try repaired.values(of: other)["age"] == .int(1))
    try repaired.store.close()
    #expect(try StoreCheck.run(at: DamagedStore.target, io: io).findings == [])
  }

  @Test(arguments: [true, false])
  func `an object that was deleted stays so when its tombstone is damaged`(isClosed: Bool) throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io, options: StoreOptions(compaction: .manual), path: "/origin.store")
    var batch = WriteBatch()
    let cat = try fixture.insert("Cat", ["name": .string("Tom")], into: &batch)
    try fixture.insert("Cat", ["name": .string("Kit")], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    batch.delete(cat)
    try fixture.store.commit(batch)
    if isClosed { try fixture.store.close() }
    try io.copyTree("/origin.store", to: io, at: DamagedStore.path)
    if !isClosed { try fixture.store.close() }
    // The tombstone is a header of 32 bytes with the object's number at its place.
    var damaged = 0
    for (path, bytes) in try io.files(below: DamagedStore.path) where !path.hasSuffix("SUPER") {
      let wanted: [UInt8] = [32, 0, 0, 0, 2, 0, 0, 0, UInt8(cat.rawValue), 0, 0, 0, 0, 0, 0, 0]
      for start in stride(from: 0, to: bytes.count - 32, by: 8)
      where Array(bytes[start..<start + 16]) == wanted {
        try io.open(path, .readWrite).write([0x77], at: UInt64(start + 26))
        damaged += 1
      }
    }
    #expect(damaged > 0)
    let report = try StoreRepair.run(at: DamagedStore.path, to: DamagedStore.target, io: io)
    #expect(report.objects == 1)
    #expect(!report.losses.contains { $0.object == cat })
  }

  @Test func `a reference to what is lost is cut off, at an edge and at an object, and listed`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io, path: DamagedStore.path)
    var batch = WriteBatch()
    let owner = try fixture.insert("Owner", ["title": .string("Ada")], into: &batch)
    let cat = try fixture.insert("Cat", ["name": .string("Tom"), "owner": .reference(owner)], into: &batch)
    let tag = try fixture.insert("Tag", ["label": .string("x")], into: &batch)
    batch.setMembers(of: owner, fixture.property("Owner", "tags"), to: [tag])
    batch.setMembers(of: owner, fixture.property("Owner", "watched"), to: [cat])
    try fixture.store.commit(batch)
    let location = Location(word: fixture.store.snapshot().state.locations[owner.rawValue])
    try fixture.store.close()
    let segment = StorePaths(root: DamagedStore.path).segment(location.segment)
    try io.open(segment, .readWrite).write([0xFF, 0xFE], at: location.offset + 36)
    let report = try StoreRepair.run(at: DamagedStore.path, to: DamagedStore.target, io: io)
    #expect(report.losses.contains { $0.kind == .object && $0.object == owner && $0.entity == "Owner" })
    let cut = report.losses.filter { $0.kind == .reference }
    #expect(Set(cut.map(\.property)) == ["owner", "tags", "watched"], "\(cut)")
    let repaired = try GraphFixture(io: io, path: DamagedStore.target)
    #expect(try repaired.values(of: cat)["owner"] == .null)
    #expect(repaired.members(tag, "Tag", "owners") == [])
    try repaired.store.close()
    #expect(try StoreCheck.run(at: DamagedStore.target, io: io).findings == [])
  }

  @Test func `an older version that would break uniqueness is left out, and listed`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(
      io: io,
      options: StoreOptions(compaction: .manual),
      path: DamagedStore.path
    )
    var batch = WriteBatch()
    let old = try fixture.insert("Cat", ["name": .string("Tom")], into: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    try fixture.update(old, "Cat", ["name": .string("Jim")], in: &batch)
    try fixture.store.commit(batch)
    batch = WriteBatch()
    let new = try fixture.insert("Cat", ["name": .string("Tom")], into: &batch)
    try fixture.store.commit(batch)
    let location = Location(word: fixture.store.snapshot().state.locations[old.rawValue])
    try fixture.store.close()
    let segment = StorePaths(root: DamagedStore.path).segment(location.segment)
    try io.open(segment, .readWrite).write([0xFF, 0xFE], at: location.offset + 36)
    let report = try StoreRepair.run(at: DamagedStore.path, to: DamagedStore.target, io: io)
    #expect(report.objects == 1)
    #expect(report.losses.contains { $0.kind == .object && $0.object == old })
    let repaired = try GraphFixture(io: io, path: DamagedStore.target)
    #expect(try repaired.values(of: new)["name"] == .string("Tom"))
    try repaired.store.close()
    #expect(try StoreCheck.run(at: DamagedStore.target, io: io).findings == [])
  }

  @Test func `blobs come over, missing and damaged ones are listed, and all else of their objects is there`()
    throws
  {
    let io = MemoryStorageIO()
    let fixture = try BlobFixture(io: io, path: DamagedStore.path)
    let whole = try fixture.insert("a", BlobFixture.bytes(100_000, seed: 1))
    let missing = try fixture.insert("b", BlobFixture.bytes(100_000, seed: 2))
    let damaged = try fixture.insert("c", BlobFixture.bytes(200_000, seed: 3))
    let paths = StorePaths(root: DamagedStore.path)
    let files = try [missing, damaged].map { paths.blob(try fixture.reference($0).id) }
    try fixture.store.close()
    try io.remove(files[0])
    try io.open(files[1], .readWrite).write([1, 2, 3], at: 150_000)
    let report = try StoreRepair.run(at: DamagedStore.path, to: DamagedStore.target, io: io)
    #expect(Set(report.losses.map(\.kind)) == [.blob])
    #expect(Set(report.losses.compactMap(\.object)) == [missing, damaged])
    #expect(report.objects == 3)
    let repaired = try BlobFixture(io: io, path: DamagedStore.target)
    #expect(try repaired.image(whole) == BlobFixture.bytes(100_000, seed: 1))
    #expect(throws: StoreError.self) { try repaired.image(missing) }
    // What is undamaged of it can still be read.
    let reader = try #require(try repaired.store.snapshot().openBlob(of: damaged, repaired.property("image")))
    #expect(try reader.read(0..<65_536) == Array(BlobFixture.bytes(200_000, seed: 3).prefix(65_536)))
    try repaired.store.close()
  }

  @Test func `sealed values and their keys come over without a key`() throws {
    let io = MemoryStorageIO()
    let key = StoreOptions.Encryption.key(try #require(EncryptionKey([UInt8](repeating: 9, count: 32))))
    let sealed = try SealedFixture(io: io, options: StoreOptions(encryption: key), path: DamagedStore.path)
    try sealed.store.close()
    let report = try StoreRepair.run(at: DamagedStore.path, to: DamagedStore.target, io: io)
    #expect(report.losses == [])
    let again = try SealedFixture(io: io, options: StoreOptions(encryption: key), path: DamagedStore.target)
    try again.store.close()
    try io.remove(DamagedStore.path + "/KEYS")
    let without = try StoreRepair.run(at: DamagedStore.path, to: "/other.store", io: io)
    #expect(without.losses.map(\.kind) == [.keys])
  }

  @Test func `what is no store, what is written to, and a place that is taken are refused`() throws {
    let io = MemoryStorageIO()
    func code(_ path: String, _ target: String = DamagedStore.target) -> StoreError.Code? {
      #expect(throws: StoreError.self) { try StoreRepair.run(at: path, to: target, io: io) }?.code
    }
    try io.createDirectory("/empty")
    #expect(code("/nothing") == .storeMissing)
    #expect(code("/empty") == .notAStore)
    let fixture = try GraphFixture(io: io)
    #expect(code(fixture.store.path) == .storeLocked)
    try fixture.store.close()
    #expect(code(fixture.store.path, "/empty") == .invalidArgument)
    #expect(code(fixture.store.path, fixture.store.path + "/new") == .invalidArgument)
    let superblock = try io.open(fixture.store.path + "/SUPER", .readWrite)
    try superblock.write([UInt8](repeating: 7, count: 3 * 4096), at: 0)
    #expect(code(fixture.store.path) == .superblockCorrupt)
    #expect(try io.metadata(DamagedStore.target) == nil)
  }

  @Test(arguments: [DamagedStore.Ending.closed, .compacted, .open])
  func `whatever is damaged, a repair ends, and leaves a sound store or none`(ending: DamagedStore.Ending)
    throws
  {
    var random = SeededGenerator(seed: 7)
    let origin = try DamagedStore(objects: 60, ending)
    let files = try origin.io.files(below: DamagedStore.path).sorted { $0.key < $1.key }
    var repaired = 0
    for round in 0..<150 {
      var changed: Set<String> = []
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let (path, bytes) = files[Int.random(in: 0..<files.count, using: &random)]
        guard !bytes.isEmpty else { continue }
        changed.insert(path)
        let offset = Int.random(in: 0..<bytes.count, using: &random)
        let file = try origin.io.open(path, .readWrite)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try file.truncate(to: UInt64(offset))
        case 1:
          try file.write([UInt8](repeating: 0, count: min(512, bytes.count - offset)), at: UInt64(offset))
        case 2:
          let from = Int.random(in: 0..<bytes.count, using: &random)
          try file.write(Array(bytes[from..<min(bytes.count, from + 512)]), at: UInt64(offset))
        default:
          try file.write([bytes[offset] ^ UInt8.random(in: 1...255, using: &random)], at: UInt64(offset))
        }
      }
      do {
        try origin.repair("round \(round), \(changed.sorted())")
        repaired += 1
      } catch let error as StoreError {
        #expect(
          [.superblockCorrupt, .catalogCorrupt, .notAStore].contains(error.code),
          "round \(round): \(error)"
        )
      }
      try origin.removeTarget()
      for (path, bytes) in files where changed.contains(path) {
        try origin.io.remove(path)
        try origin.io.open(path, .create).write(bytes, at: 0)
      }
    }
    #expect(repaired > 100)
  }
}
