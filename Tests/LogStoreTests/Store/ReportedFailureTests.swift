import LogStore
import Testing

/// Failures that users of comparable systems have reported.
struct ReportedFailureTests {
  private let paths = StorePaths(root: GraphFixture.path)

  @discardableResult
  private func commit(_ label: String, _ fixture: GraphFixture) throws -> ObjectID {
    var batch = WriteBatch()
    let id = try fixture.insert("Tag", ["label": .string(label)], into: &batch)
    try fixture.store.commit(batch)
    return id
  }

  /// The files of a store as the end of its process leaves them.
  private func copy(_ io: any StorageIO) throws -> MemoryStorageIO {
    let copy = MemoryStorageIO()
    try io.copyTree(GraphFixture.path, to: copy, at: GraphFixture.path)
    return copy
  }

  private func labels(_ fixture: GraphFixture) throws -> [String] {
    let tag = fixture.schema.entity(named: "Tag") ?? EntityID(rawValue: 0)
    var ids: [ObjectID] = []
    try fixture.store.snapshot().forEachObject(of: tag) { id throws(StoreError) in
      ids.append(id)
      return true
    }
    return try ids.map { id in
      guard case .string(let label)? = try fixture.values(of: id)["label"] else { return "?" }
      return label
    }
  }

  @Test func `a store that lacks a file is refused or whole, and never made anew over what is left`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io, options: StoreOptions(segmentSize: 64 << 10))
    for number in 0..<3 {
      try commit("\(number)", fixture)
      try fixture.store.rollSegment()
    }
    let killed = try copy(io)
    try fixture.store.close()
    for (state, isClosed) in [(killed, false), (io, true)] {
      for path in try state.files(below: GraphFixture.path).keys.sorted() {
        let damaged = try copy(state)
        try damaged.remove(path)
        let before = try damaged.files(below: GraphFixture.path)
        do {
          #expect(try labels(GraphFixture(io: damaged)) == ["0", "1", "2"], "without \(path)")
          // What the log still has comes back.
          #expect(!(isClosed && path.contains("/seg/")) && !path.hasSuffix("/SUPER"), "without \(path)")
        } catch let error as StoreError {
          #expect(error.description.contains(GraphFixture.path), "without \(path): \(error)")
          #expect(!path.hasSuffix("/LOCK") && !path.contains("/ckpt/"), "without \(path): \(error)")
          #expect(!isClosed || !path.contains("/wal."), "without \(path): \(error)")
          let after = try damaged.files(below: GraphFixture.path)
          #expect(before.allSatisfy { after[$0.key] == $0.value || $0.key.hasSuffix("/LOCK") }, "\(path)")
        }
      }
    }
  }

  @Test func `one good superblock is enough, and none is an error`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io)
    // The second and third generation are there as well.
    try fixture.store.checkpoint()
    try commit("a", fixture)
    try fixture.store.close()
    let newest = try SuperblockSlots(io: io, paths: paths).chosen.generation % 3
    for damaged in [[0], [1], [2], [0, 1, 2]] {
      let copy = try copy(io)
      let file = try copy.open(paths.superblock, .readWrite)
      for slot in damaged { try file.write([0xFF, 0xFF], at: UInt64(slot) * 4096 + 100) }
      do {
        let labels = try labels(GraphFixture(io: copy))
        // Before the close the log tells the same.
        #expect(labels == ["a"], "\(damaged)")
      } catch let error as StoreError {
        #expect(error.code == .superblockCorrupt)
        #expect(damaged.count == 3 || UInt64(damaged[0]) == newest, "\(damaged): \(error)")
      }
    }
  }

  @Test func `whatever the tail of the log holds, only the last commit is missing, and as a whole`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io)
    for number in 0..<3 { try commit("\(number)" + String(repeating: "x", count: 900), fixture) }
    let superblock = try SuperblockSlots(io: io, paths: paths).chosen
    let halves = try (0...1).map { try io.open(paths.half(UInt8($0)), .readOnly).readAll() }
    let groups = try LogScan(superblock: superblock, halves: halves, paths: paths).groups.map(\.header)
    let (older, last) = (try #require(groups.dropLast().last), try #require(groups.last))
    let half = halves[Int(superblock.epoch.half)]
    let bytes = { (header: GroupHeader) in
      Array(half[Int(header.block) * 4096..<Int(header.block) * 4096 + header.size])
    }
    let whole = bytes(last)
    var random = SeededGenerator(seed: 3)
    var tails: [(String, [UInt8])] = stride(from: 0, to: whole.count, by: 37).map { cut in
      ("cut at \(cut)", Array(whole[..<cut]) + [UInt8](repeating: 0, count: whole.count - cut))
    }
    tails.append(("zeros inside", whole[..<200] + [UInt8](repeating: 0, count: 300) + whole[500...]))
    tails.append(("an older group", bytes(older)))
    tails.append(("random bytes", whole.map { _ in UInt8.random(in: 0...255, using: &random) }))
    let expected = try labels(fixture)
    for (name, tail) in tails {
      let copy = try copy(io)
      try copy.open(paths.half(superblock.epoch.half), .readWrite).write(tail, at: UInt64(last.block) * 4096)
      let again = try GraphFixture(io: copy)
      #expect(try labels(again) == Array(expected.dropLast()), "\(name)")
      try commit("next", again)
      #expect(try labels(again.reopened()) == expected.dropLast() + ["next"], "\(name)")
    }
  }

  @Test func `a clock that is set back or jumps changes neither order nor names`() throws {
    let clock = Lock<Int64>(1_700_000_000_000)
    let io = ClockIO(base: MemoryStorageIO()) { clock.withLock { $0 } }
    var fixture = try GraphFixture(io: io, options: StoreOptions(segmentSize: 64 << 10))
    var expected: [String] = []
    for (number, time) in [86_400_000, -86_400_000, 0, 31_536_000_000, -63_072_000_000].enumerated() {
      for place in 0..<4 {
        expected.append("\(number) \(place)")
        try commit(expected[expected.count - 1], fixture)
        try fixture.store.rollSegment()
      }
      clock.withLock { $0 += Int64(time) }
      if number == 2 { try fixture.store.compact() }
      fixture = try fixture.reopened()
      #expect(try labels(fixture) == expected)
    }
    let names = try io.contents(ofDirectory: paths.segments)
    #expect(names.count > 5 && Set(names).count == names.count)
  }

  @Test func `objects without any value outlive what is deleted beside them`() throws {
    var fixture = try GraphFixture()
    let empty = try commit("", fixture)
    let gone = try commit("", fixture)
    var batch = WriteBatch()
    batch.delete(gone)
    try fixture.store.commit(batch)
    for round in 0..<3 {
      #expect(try fixture.values(of: empty)["label"] == .string(""), "\(round)")
      #expect(fixture.store.snapshot().entity(of: gone) == nil, "\(round)")
      #expect(try labels(fixture) == [""], "\(round)")
      if round == 1 { try fixture.store.compact() }
      fixture = try fixture.reopened()
    }
  }

  @Test func `a file system without locks is refused by a clear error`() throws {
    let io = MemoryStorageIO()
    try Store.open(at: "/a.store", io: io).close()
    let error = #expect(throws: StoreError.self) {
      try Store.open(at: "/a.store", io: LocklessIO(base: io))
    }
    #expect(error?.code == .inputOutput)
    #expect(error?.tried.contains("lock") == true)
    #expect(error?.path?.hasSuffix("/LOCK") == true)
  }
}

/// A storage with another clock.
private struct ClockIO: ForwardingIO {
  let base: any StorageIO
  let time: @Sendable () -> Int64

  func now() -> Int64 { time() }
}

/// A storage whose files cannot be locked.
private struct LocklessIO: ForwardingIO {
  let base: any StorageIO

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    LocklessFile(base: try base.open(path, access))
  }
}

private final class LocklessFile: ForwardingFile {
  let base: any StorageFile

  init(base: any StorageFile) { self.base = base }

  private var failure: StorageIOError { StorageIOError(operation: "fcntl", path: path, code: 37) }

  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool { throw failure }
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool { throw failure }
  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool { throw failure }
  func unlock(byte: UInt64) throws(StorageIOError) { throw failure }
}
