import LogStore
import Testing

/// What the store says of a commit by its number.
struct OutcomeTests {
  private static let options = StoreOptions(backgroundWork: .inline, segmentSize: 64 << 10)

  private func batch(_ title: String, _ fixture: GraphFixture) throws -> WriteBatch {
    var batch = WriteBatch()
    try fixture.insert("Owner", ["title": .string(title)], into: &batch)
    return batch
  }

  @Test(arguments: [true, false])
  func `the outcome of a commit whose write failed is known once the store was opened again`(
    survives: Bool
  ) throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    let first = try fixture.store.commit(batch("first", fixture)).sequence
    let second = try batch("second", fixture)
    disk.fault = { $0 == (survives ? "pwrite" : "pwrite+sync") ? .ioFailure : nil }
    let error = #expect(throws: StoreError.self) { try fixture.store.commit(second) }
    disk.fault = nil
    #expect(error?.code == .commitOutcomeUnknown)
    let number = try #require(error?.sequence)
    #expect(fixture.store.outcome(of: number) == .unknown)
    let image = CrashMoment(disk).disk(.none, seed: 2)
    let again = try GraphFixture(io: image, options: Self.options)
    #expect(again.store.outcome(of: first) == .committed)
    #expect(again.store.outcome(of: number) == (survives ? .committed : .notCommitted))
    let next = try again.store.commit(batch("third", again)).sequence
    #expect(next > number, "a number is never given twice")
    #expect(again.store.outcome(of: next) == .committed)
    #expect(again.store.outcome(of: number) == (survives ? .committed : .notCommitted))
    let last = try again.reopened()
    #expect(last.store.outcome(of: number) == (survives ? .committed : .notCommitted))
    #expect(last.store.outcome(of: next) == .committed)
  }

  @Test func `a commit that the relaxed mode lost did not happen`() throws {
    var options = Self.options
    options.durability = .relaxed
    options.syncInterval = 1 << 40
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: options)
    try fixture.store.sync()
    let lost = try fixture.store.commit(batch("lost", fixture)).sequence
    #expect(fixture.store.outcome(of: lost) == .committed)
    let again = try GraphFixture(io: CrashMoment(disk).disk(.none, seed: 2), options: options)
    #expect(again.store.outcome(of: lost) == .notCommitted)
    let next = try again.store.commit(batch("next", again)).sequence
    #expect(next > lost)
    #expect(again.store.outcome(of: lost) == .notCommitted)
  }

  @Test func `numbers that no commit had yet, and those of history that is gone, have an unknown outcome`()
    throws
  {
    var options = Self.options
    options.historyBytes = 0
    let fixture = try GraphFixture(io: CrashDisk(seed: 1), options: options)
    let first = try fixture.store.commit(batch("first", fixture)).sequence
    let second = try fixture.store.commit(batch("second", fixture)).sequence
    #expect(fixture.store.outcome(of: 0) == .notCommitted)
    #expect(fixture.store.outcome(of: second + 1) == .unknown)
    #expect(fixture.store.outcome(of: first) == .committed)
    try fixture.store.compact()
    #expect(fixture.store.outcome(of: first) == .unknown)
    #expect(fixture.store.outcome(of: second) == .committed)
    let again = try fixture.reopened()
    #expect(again.store.outcome(of: first) == .unknown)
    #expect(again.store.outcome(of: second) == .committed)
  }

  @Test func `a commit that is being written has an unknown outcome`() throws {
    let io = GatedIO(CrashDisk(seed: 1))
    let fixture = try GraphFixture(io: io, options: Self.options)
    let number = fixture.store.sequence + 1
    let batch = try batch("slow", fixture)
    io.gate.withLock { $0.isClosed = true }
    let threads = Threads()
    threads.start { _ = try? fixture.store.commit(batch) }
    io.waitForWrite()
    #expect(fixture.store.outcome(of: number) == .unknown)
    io.open()
    threads.join()
    #expect(fixture.store.outcome(of: number) == .committed)
  }

  @Test func `who only reads a store knows the outcome of the commits that are there`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io, options: Self.options)
    let number = try fixture.store.commit(batch("first", fixture)).sequence
    try fixture.store.close()
    let reader = try Store.open(at: GraphFixture.path, options: StoreOptions(access: .readOnly), io: io)
    #expect(reader.outcome(of: number) == .committed)
    #expect(reader.outcome(of: number + 1) == .unknown)
  }
}
