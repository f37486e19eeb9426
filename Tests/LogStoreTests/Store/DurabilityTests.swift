import LogStore
import Testing

/// What each durability mode may lose, and what it may not.
struct DurabilityTests {
  /// A moment of a run: the contents that it may come back with.
  private struct Point {
    var moment: CrashMoment
    var allowed: ClosedRange<Int>
  }

  private static func options(_ durability: StoreOptions.Durability) -> StoreOptions {
    StoreOptions(
      durability: durability,
      syncInterval: 90_000,
      backgroundWork: .inline,
      segmentSize: 64 << 10
    )
  }

  @Test(arguments: [StoreOptions.Durability.full, .relaxed, .none])
  func `a loss of power leaves all commits up to some point, which no sync lies behind`(
    durability: StoreOptions.Durability
  ) throws {
    for seed: UInt64 in 1...6 {
      let disk = CrashDisk(seed: seed)
      disk.clockStep = 500
      var generator = SeededGenerator(seed: seed)
      let fixture = try GraphFixture(io: disk, options: Self.options(durability))
      try fixture.store.sync()
      var contents = [try CrashContent(fixture.store.snapshot())]
      var durable = 0
      var points: [Point] = []
      for _ in 0..<24 {
        let present = contents.count - 1
        if durability == .full { durable = present }
        disk.observer = { points.append(Point(moment: CrashMoment($0), allowed: durable...present + 1)) }
        if Int.random(in: 0..<6, using: &generator) == 0 {
          try fixture.store.sync()
          durable = present
          contents.append(contents[present])
        } else {
          var batch = WriteBatch()
          let bytes = [100, 3000, 9000, 20_000].randomElement(using: &generator) ?? 0
          let text = String(repeating: "t", count: bytes) + "\(contents.count)"
          try fixture.insert("Owner", ["title": .string(text)], into: &batch)
          try fixture.store.commit(batch)
          contents.append(try CrashContent(fixture.store.snapshot()))
        }
        disk.observer = nil
      }
      for point in points where generator.next() % 4 == 0 {
        let choice = point.moment.choices.randomElement(using: &generator) ?? .none
        let again = try GraphFixture(
          io: point.moment.disk(choice, seed: seed),
          options: Self.options(durability)
        )
        let found = try CrashContent(again.store.snapshot())
        let isAllowed = point.allowed.contains { $0 < contents.count && contents[$0] == found }
        #expect(isAllowed, "seed \(seed), \(choice): \(found.records.count) records, \(point.allowed)")
        #expect(CrashRun.problem(again) == nil)
      }
    }
  }

  @Test func `a commit of the relaxed mode is synced within the interval`() throws {
    let disk = CrashDisk(seed: 1)
    disk.clockStep = 1
    var options = Self.options(.relaxed)
    options.syncInterval = 40
    let fixture = try GraphFixture(io: disk, options: options)
    var syncs: [Int] = []
    var number = 0
    disk.fault = { operation in
      if operation == "fdatasync" { syncs.append(number) }
      return nil
    }
    for _ in 0..<30 {
      number += 1
      var batch = WriteBatch()
      try fixture.insert("Owner", ["title": .string("o")], into: &batch)
      try fixture.store.commit(batch)
    }
    #expect(syncs.count >= 2)
    #expect(syncs.count < 15, "not one sync a commit")
  }

  @Test(arguments: [StoreOptions.Durability.relaxed, .none])
  func `modes that do not sync each commit lose nothing when only the process dies`(
    durability: StoreOptions.Durability
  ) throws {
    let disk = CrashDisk(seed: 3)
    let fixture = try GraphFixture(io: disk, options: Self.options(durability))
    for number in 0..<40 {
      var batch = WriteBatch()
      try fixture.insert("Owner", ["title": .string("o\(number)")], into: &batch)
      try fixture.store.commit(batch)
    }
    let content = try CrashContent(fixture.store.snapshot())
    let again = try GraphFixture(io: disk, options: Self.options(durability))
    #expect(try CrashContent(again.store.snapshot()) == content)
  }

  @Test(arguments: [StoreOptions.Durability.full, .relaxed, .none])
  func `an id that was handed out is given to no other object, even if its commit is lost`(
    durability: StoreOptions.Durability
  ) throws {
    let disk = CrashDisk(seed: 4)
    let fixture = try GraphFixture(io: disk, options: Self.options(durability))
    try fixture.store.sync()
    var highest: ObjectID?
    for _ in 0..<6 {
      var batch = WriteBatch()
      for number in 0..<400 {
        highest = try fixture.insert("Owner", ["title": .string("o\(number)")], into: &batch)
      }
      try fixture.store.commit(batch)
    }
    let again = try GraphFixture(
      io: CrashMoment(disk).disk(.none, seed: 1),
      options: Self.options(durability)
    )
    let next = try again.store.newObjectID()
    #expect(try next > #require(highest))
  }

  @Test(arguments: [StoreOptions.Durability.full, .relaxed, .none])
  func `a block that was written is not written again while the log needs it`(
    durability: StoreOptions.Durability
  ) throws {
    let guardian = Lock(LogGuardian())
    let io = WatchedIO(base: CrashDisk(seed: 9)) { path, call throws(StorageIOError) in
      guardian.withLock { $0.note(path, call) }
    }
    let fixture = try GraphFixture(io: io, options: Self.options(durability))
    var generator = SeededGenerator(seed: 9)
    for number in 0..<200 {
      var batch = WriteBatch()
      let bytes = [10, 100, 3000, 9000, 30_000].randomElement(using: &generator) ?? 0
      let text = String(repeating: "t", count: bytes) + "\(number)"
      try fixture.insert("Owner", ["title": .string(text)], into: &batch)
      try fixture.store.commit(batch)
      if number % 60 == 59 { try fixture.store.compact() }
      if number % 25 == 24 { try fixture.store.sync() }
    }
    #expect(guardian.withLock { $0.problems } == [])
    #expect(guardian.withLock { $0.switches } > 10)
  }
}

/// Watches writes to the log and the segments: what nothing else holds must stay as it is.
private struct LogGuardian {
  private(set) var problems: [String] = []
  /// Epochs begun.
  private(set) var switches = 0
  private var written: [[Int: Bool]] = [[:], [:]]
  private var newest: Superblock?

  mutating func note(_ path: String, _ call: WatchedFile.Call) {
    guard case .write(let offset, let bytes) = call, path.hasPrefix(GraphFixture.path + "/") else { return }
    if path.hasSuffix("/SUPER") {
      guard let next = try? bytes.withUnsafeBytes({ try Superblock(decoding: $0) }) else {
        return problems.append("no superblock")
      }
      if next.epoch.number != newest?.epoch.number {
        written[Int(next.epoch.half)] = [:]
        switches += 1
      }
      newest = next
    } else if let half = [0, 1].first(where: { path.hasSuffix("/wal.\($0)") }) {
      let size = newest?.halfSize(UInt8(half)) ?? .max
      for block in Int(offset) / 4096..<(Int(offset) + bytes.count) / 4096 where block * 4096 < size {
        if written[half][block] != nil { problems.append("block \(block) of half \(half) is written again") }
        written[half][block] = true
      }
    } else if let newest, let id = StorePaths.segmentNumber(in: String(path.suffix(14))) {
      let durable = newest.durable.position
      if id == durable.segment, offset < durable.offset { problems.append("\(id) is changed at \(offset)") }
    }
  }
}
