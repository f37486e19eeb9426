import LogStore
import Testing

/// Several openers of one store, in this process and beside it.
struct OpeningTests {
  private static func quick(_ access: StoreOptions.Access = .readWrite) -> StoreOptions {
    StoreOptions(access: access, busyTimeout: 0)
  }

  /// What one task tells another.
  private final class Flag: Sendable {
    private let state = Lock(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
  }

  /// A handle on the lock file as another process would have it.
  private func otherProcess(_ io: any StorageIO, _ path: String) throws -> any StorageFile {
    try io.open(StorePaths(root: path).lock, .readWrite)
  }

  @Test func `a reader stands still while another process recovers, and says so when it takes too long`()
    throws
  {
    let io = MemoryStorageIO()
    try Store.open(at: "/a.store", io: io).close()
    let lock = try WriterLock(io: io, paths: StorePaths(root: "/a.store"), timeout: 0)
    let error = #expect(throws: StoreError.self) {
      try Store.open(at: "/a.store", options: Self.quick(.readOnly), io: io)
    }
    #expect(error?.code == .storeLocked)
    #expect(error?.found.contains("recovers") == true)
    lock.endRecovery()
    _ = try Store.open(at: "/a.store", options: Self.quick(.readOnly), io: io)
    #expect(try StoreInspection(at: "/a.store", io: io).writer != nil)
    lock.release()
    #expect(try StoreInspection(at: "/a.store", io: io).writer == nil)
  }

  @Test func `no recovery begins while a reader looks at the files, and its wait has an end`() throws {
    let io = MemoryStorageIO()
    try Store.open(at: "/a.store", io: io).close()
    let reader = try otherProcess(io, "/a.store")
    #expect(try reader.lock(byte: 1, exclusive: false))
    let error = #expect(throws: StoreError.self) {
      try Store.open(at: "/a.store", options: Self.quick(), io: io)
    }
    #expect(error?.code == .storeLocked)
    #expect(error?.found.contains("reading") == true)
    try reader.unlock(byte: 1)
    try Store.open(at: "/a.store", options: Self.quick(), io: io).close()
  }

  @Test func `a writer that is refused names the one that writes and holds nothing`() throws {
    let io = MemoryStorageIO()
    let store = try Store.open(at: "/a.store", io: io)
    let error = #expect(throws: StoreError.self) {
      try Store.open(at: "/a.store", options: Self.quick(), io: io)
    }
    #expect(error?.code == .storeLocked)
    #expect(error?.found.hasPrefix("process ") == true)
    let reader = try otherProcess(io, "/a.store")
    #expect(try reader.lock(byte: 1, exclusive: true))
    try reader.unlock(byte: 1)
    try store.close()
    try Store.open(at: "/a.store", options: Self.quick(), io: io).close()
  }

  @Test func `a disk without room for the holder's name does not keep a store from being written`() throws {
    let disk = CrashDisk(seed: 1)
    let first = try GraphFixture(io: disk)
    try first.store.close()
    var isRefused = false
    disk.fault = { operation in
      guard operation == "pwrite", !isRefused else { return nil }
      isRefused = true
      return .noSpace
    }
    let fixture = try GraphFixture(io: disk)
    #expect(isRefused)
    var batch = WriteBatch()
    try fixture.insert("Tag", ["label": .string("a")], into: &batch)
    try fixture.store.commit(batch)
    try fixture.store.close()
  }

  @Test func `openers of one new store in several processes all get it`() async throws {
    let io = MemoryStorageIO()
    let sequences = try await withThrowingTaskGroup(of: StoreID.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try Store.open(at: "/new.store", io: io)
          defer { _ = try? store.close() }
          return store.identifier
        }
      }
      return try await group.reduce(into: Set<StoreID>()) { $0.insert($1) }
    }
    #expect(sequences.count == 1)
    #expect(try io.contents(ofDirectory: "/") == ["new.store"])
  }

  @Test func `openers of one new store in one process share it`() async throws {
    let scratch = try ScratchDirectory(.posix)
    let path = scratch("new.store")
    let stores = try await withThrowingTaskGroup(of: Store.self) { group in
      for _ in 0..<8 { group.addTask { try Store.open(at: path, options: Self.quick()) } }
      return try await group.reduce(into: [Store]()) { $0.append($1) }
    }
    #expect(Set(stores.map { ObjectIdentifier($0) }).count == 1)
    for store in stores.dropLast() { try store.close() }
    _ = try stores[0].newObjectID()
    try stores[0].close()
    #expect(throws: StoreError.self) { try stores[0].adopt(GraphFixture.description) }
  }

  @Test func `an opening that waits does not hold up the opening of another store`() async throws {
    let scratch = try ScratchDirectory(.posix)
    let (busy, free) = (scratch("busy.store"), scratch("free.store"))
    for path in [busy, free] { try Store.open(at: path).close() }
    let holder = try otherProcess(scratch.io, busy)
    #expect(try holder.lock(byte: 0, exclusive: true))
    let hasBegun = Flag()
    let isOver = Flag()
    let waiting = Task.detached {
      hasBegun.raise()
      let store = try Store.open(at: busy, options: StoreOptions(busyTimeout: 60_000))
      isOver.raise()
      try store.close()
    }
    while !hasBegun.isRaised { await Task.yield() }
    for _ in 0..<5 {
      try Store.open(at: free).close()
      await Task.yield()
    }
    #expect(!isOver.isRaised)
    try holder.unlock(byte: 0)
    try await waiting.value
  }

  @Test func `a store in which a write failed is not handed out again until it is closed`() throws {
    let scratch = try ScratchDirectory(.posix)
    let path = scratch("a.store")
    let options = StoreOptions(segmentSize: 64 << 10)
    let store = try Store.open(at: path, options: options)
    let schema = try store.adopt(GraphFixture.description)
    let layout = try #require(schema.layout(for: "Tag"))
    var saved = 0
    func save() throws {
      var batch = WriteBatch()
      var writer = RecordWriter(layout: layout)
      _ = writer.append(.string(String(repeating: "x", count: 9_000)))
      batch.insert(try store.newObjectID(), layout: layout, payload: writer.finish())
      try store.commit(batch)
      saved += 1
    }
    while store.statistics().segments < 2 { try save() }
    // The directory of the segments cannot be synced where it is not.
    try scratch.io.rename(path + "/seg", to: path + "/away")
    let failure = #expect(throws: StoreError.self) { while saved < 100 { try save() } }
    try scratch.io.rename(path + "/away", to: path + "/seg")
    try #require(failure?.code == .poisoned)
    let refusal = #expect(throws: StoreError.self) { try Store.open(at: path, options: options) }
    #expect(refusal?.code == .poisoned)
    #expect(refusal?.found.contains("this process") == true)
    try store.close()
    let again = try Store.open(at: path, options: options)
    #expect(again !== store)
    #expect(again.snapshot().count(of: try #require(schema.entity(named: "Tag"))) == saved)
    try again.close()
  }

  @Test(arguments: Disk.allCases)
  func `what a crash in the creation left goes with the next creation, what another process builds stays`(
    disk: Disk
  ) throws {
    let scratch = try ScratchDirectory(disk)
    let path = scratch("a.store")
    for name in ["1ef", "b1"] {
      let root = path + ".new-" + name
      try scratch.io.createDirectory(root)
      try scratch.io.createDirectory(root + "/seg")
      for file in ["/LOCK", "/SUPER", "/seg/0000000001.seg"] { _ = try scratch.io.open(root + file, .create) }
    }
    let builder = try scratch.io.open(path + ".new-b1/LOCK", .readWrite)
    #expect(try builder.lock(byte: 2, exclusive: true))
    try Store.open(at: path, io: scratch.io).close()
    #expect(try scratch.io.contents(ofDirectory: scratch.path).sorted() == ["a.store", "a.store.new-b1"])
  }
}
