import LogStore
import Testing

/// Losses of power and damages that once cost data, each by itself.
struct CrashRegressionTests {
  private static let options = StoreOptions(segmentSize: 64 << 10)

  private func commit(_ bytes: Int, _ fixture: GraphFixture) throws -> ObjectID {
    var batch = WriteBatch()
    let id = try fixture.insert(
      "Owner",
      ["title": .string(String(repeating: "z", count: bytes))],
      into: &batch
    )
    try fixture.store.commit(batch)
    return id
  }

  @Test func `a bulk commit in a segment that a small commit opened survives a crash`() throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    _ = try commit(38_000, fixture)
    for _ in 0..<3 { _ = try commit(9_000, fixture) }
    let bulk = try commit(30_000, fixture)
    let again = try GraphFixture(io: CrashMoment(disk).disk(.none, seed: 2), options: Self.options)
    #expect(again.store.snapshot().entity(of: bulk) != nil)
  }

  @Test func `the number of a lost commit is given to no other one`() throws {
    let disk = CrashDisk(seed: 1)
    _ = try commit(100, GraphFixture(io: disk, options: Self.options))
    let recovered = CrashMoment(disk).disk(.none, seed: 2)
    let fixture = try GraphFixture(io: recovered, options: Self.options)
    let before = CrashMoment(recovered)
    _ = try commit(100, fixture)
    let lost = fixture.store.sequence
    let next = try GraphFixture(io: before.disk(.none, seed: 3), options: Self.options)
    _ = try commit(100, next)
    #expect(next.store.sequence > lost)
  }

  @Test func `a recovery does not write over a bulk commit, which is nowhere else`() throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    _ = try commit(100, fixture)
    _ = try commit(30_000, fixture)
    _ = try commit(100, fixture)
    var largest = 0
    let again = CrashMoment(disk).disk(.none, seed: 2)
    again.observer = { disk in
      for case .write(_, _, let bytes) in disk.pending { largest = max(largest, bytes.count) }
    }
    let reopened = try GraphFixture(io: again, options: Self.options)
    #expect(reopened.store.recovery.redoneCommits > 1)
    #expect((1..<30_000).contains(largest), "\(largest) bytes in one write")
  }

  @Test func `after a bulk commit that found no space, later commits can be read`() throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    let first = try commit(30_000, fixture)
    var writes = 0
    disk.fault = { operation in
      writes += operation == "pwrite" ? 1 : 0
      return writes == 4 ? .noSpace : nil
    }
    let error = #expect(throws: StoreError.self) { _ = try commit(50_000, fixture) }
    #expect(error?.code == .outOfSpace)
    disk.fault = nil
    #expect(try fixture.values(of: first).count == 2)
    let second = try commit(100, fixture)
    #expect(try fixture.values(of: second).count == 2)
  }

  @Test func `a damaged checkpoint after a compaction is made good from the segments`() throws {
    let disk = CrashDisk(seed: 1)
    var fixture = try GraphFixture(io: disk, options: Self.options)
    let owner = try commit(300, fixture)
    for round in 0..<2 {
      try fixture.store.compact()
      let content = try CrashContent(fixture.store.snapshot())
      let directory = GraphFixture.path + "/ckpt"
      for name in try disk.contents(ofDirectory: directory) {
        try disk.open(directory + "/" + name, .readWrite).write([UInt8](repeating: 7, count: 9), at: 40)
      }
      fixture = try GraphFixture(io: disk, options: Self.options)
      #expect(fixture.store.recovery.checkpointProblem != nil)
      #expect(try CrashContent(fixture.store.snapshot()) == content)
      if round == 0 { #expect(try fixture.values(of: owner).isEmpty == false) }
    }
  }

  @Test func `a first compaction that a crash cut off leaves the store as it was`() throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    _ = try commit(9_000, fixture)
    let content = try CrashContent(fixture.store.snapshot())
    var moments: [CrashMoment] = []
    disk.observer = { moments.append(CrashMoment($0)) }
    try fixture.store.compact()
    for moment in moments {
      for choice in moment.choices {
        let again = try GraphFixture(io: moment.disk(choice, seed: 3), options: Self.options)
        #expect(try CrashContent(again.store.snapshot()) == content, "\(choice)")
      }
    }
  }

  @Test func `a commit whose old records cannot be read is refused before anything is written`() throws {
    let disk = CrashDisk(seed: 1)
    let fixture = try GraphFixture(io: disk, options: Self.options)
    let owner = try commit(100, fixture)
    var batch = WriteBatch()
    batch.delete(owner)
    for allowed in 0..<3 {
      var reads = 0
      disk.fault = { operation in
        reads += operation == "pread" ? 1 : 0
        #expect(operation != "pwrite+sync" || reads <= allowed, "written after a read failed")
        return operation == "pread" && reads > allowed ? .ioFailure : nil
      }
      let error = Result { () throws(StoreError) in try fixture.store.commit(batch) }
      disk.fault = nil
      guard case .failure(let failure) = error else { continue }
      #expect(failure.code == .inputOutput)
      #expect(fixture.store.snapshot().entity(of: owner) != nil)
    }
    let again = try fixture.reopened()
    #expect(again.store.recovery.redoneCommits == 0)
  }
}
