import LogStore
import Testing

/// Commits that several threads make at the same time.
struct GroupCommitTests {
  private struct Opened {
    let io: GatedIO
    let disk: CrashDisk
    let fixture: GraphFixture

    init() throws {
      disk = CrashDisk(seed: 5)
      io = GatedIO(disk)
      fixture = try GraphFixture(io: io, options: StoreOptions(segmentSize: 64 << 10))
    }

    func batch(_ title: String, bytes: Int = 0) throws -> (id: ObjectID, batch: WriteBatch) {
      var batch = WriteBatch()
      let text = title + String(repeating: "x", count: bytes)
      return (try fixture.insert("Owner", ["title": .string(text)], into: &batch), batch)
    }

    /// Commits one batch a thread, all while the write of the first is held up.
    func commitTogether(
      _ batches: [WriteBatch],
      release: () -> Void
    ) -> [Result<CommitReceipt, StoreError>] {
      let results = Lock<[Int: Result<CommitReceipt, StoreError>]>([:])
      let threads = Threads()
      let store = fixture.store
      io.gate.withLock { $0.isClosed = true }
      for (number, batch) in batches.enumerated() {
        threads.start {
          let result = Result { () throws(StoreError) in try store.commit(batch) }
          results.withLock { $0[number] = result }
        }
        if number == 0 { io.waitForWrite() }
        while store.waitingCommits < number { io.pause(milliseconds: 1) }
      }
      release()
      threads.join()
      return results.withLock { results in batches.indices.compactMap { results[$0] } }
    }
  }

  @Test func `who sees the number of a commit finds its changes`() throws {
    let opened = try Opened()
    let store = opened.fixture.store
    let batches = try (0..<300).map { try opened.batch("o\($0)").batch }
    let isOver = Lock(false)
    let missing = Lock<[SequenceNumber]>([])
    let threads = Threads()
    threads.start {
      while !isOver.withLock({ $0 }) {
        let newest = store.sequence
        guard newest > 1 else { continue }
        let listed = (try? store.changes(after: newest - 1))?.first?.sequence
        if listed != newest { missing.withLock { $0.append(newest) } }
      }
    }
    for batch in batches { try store.commit(batch) }
    isOver.withLock { $0 = true }
    threads.join()
    #expect(missing.withLock { $0 } == [])
  }

  @Test func `a batch that changes nothing is told apart from a commit`() throws {
    let opened = try Opened()
    let owner = try opened.batch("o")
    #expect(try opened.fixture.store.commit(owner.batch).isWritten)
    var nothing = WriteBatch()
    nothing.delete(ObjectID(rawValue: owner.id.rawValue + 1000))
    #expect(try opened.fixture.store.commit(nothing).isWritten == false)
    #expect(try opened.fixture.store.commit(WriteBatch()).isWritten == false)
  }

  @Test func `commits that come while another is written become durable by one write, in order`() throws {
    let opened = try Opened()
    let prepared = try (0..<6).map { try opened.batch("o\($0)", bytes: 100) }
    let before = opened.fixture.store.statistics()
    let results = opened.commitTogether(prepared.map(\.batch)) {
      #expect(opened.fixture.store.sequence == before.sequence, "published before it is durable")
      #expect(opened.fixture.store.snapshot().entity(of: prepared[0].id) == nil)
      opened.io.open()
    }
    let after = opened.fixture.store.statistics()
    #expect(after.commits - before.commits == 6)
    #expect(after.commitGroups - before.commitGroups == 2)
    #expect(try results.map { try $0.get().sequence } == (1...6).map { before.sequence + $0 })
    for image in [CrashMoment.Choice.none, .all] {
      let again = try GraphFixture(
        io: CrashMoment(opened.disk).disk(image, seed: 1),
        options: StoreOptions(segmentSize: 64 << 10)
      )
      for (id, _) in prepared { #expect(try again.values(of: id).count == 2) }
      #expect(again.store.sequence == before.sequence + 6)
      #expect(CrashRun.problem(again) == nil)
    }
  }

  @Test func `a commit reads what one before it in the same group wrote`() throws {
    let opened = try Opened()
    let first = try opened.batch("first")
    let second = try opened.batch("second")
    var third = WriteBatch()
    third.delete(second.id)
    var fourth = WriteBatch()
    let dog = try opened.fixture.insert(
      "Dog",
      ["name": .string("rex"), "owner": .reference(first.id)],
      into: &fourth
    )
    let batches = [try opened.batch("held up").batch, first.batch, second.batch, third, fourth]
    for result in opened.commitTogether(batches, release: { opened.io.open() }) { _ = try result.get() }
    let snapshot = opened.fixture.store.snapshot()
    #expect(snapshot.entity(of: second.id) == nil)
    #expect(opened.fixture.members(first.id, "Owner", "pets") == [dog])
    #expect(CrashRun.problem(opened.fixture) == nil)
    #expect(opened.fixture.store.statistics().commitGroups == 3, "schema, the one held up, the four others")
  }

  @Test func `a group that cannot be written fails all its commits, and publishes none`() throws {
    let opened = try Opened()
    let prepared = try (0..<4).map { try opened.batch("o\($0)") }
    let before = opened.fixture.store.sequence
    let results = opened.commitTogether(prepared.map(\.batch)) { opened.io.open(failing: true) }
    #expect(opened.fixture.store.sequence == before)
    var codes: [StoreError.Code] = []
    for result in results {
      guard case .failure(let error) = result else { continue }
      codes.append(error.code)
    }
    #expect(codes == [.commitOutcomeUnknown, .poisoned, .poisoned, .poisoned])
    for (id, _) in prepared { #expect(opened.fixture.store.snapshot().entity(of: id) == nil) }
  }

  @Test func `what needs the write side for itself lets the groups before it finish first`() throws {
    let opened = try Opened()
    let small = try (0..<3).map { try opened.batch("o\($0)") }
    let large = try opened.batch("large", bytes: 40_000)
    let store = opened.fixture.store
    let threads = Threads()
    let results = opened.commitTogether(small.map(\.batch)) {
      threads.start { _ = try? store.commit(large.batch) }
      opened.io.open()
    }
    threads.join()
    for result in results { _ = try result.get() }
    #expect(try opened.fixture.values(of: large.id).count == 2)
    let again = try GraphFixture(
      io: CrashMoment(opened.disk).disk(.none, seed: 1),
      options: StoreOptions(segmentSize: 64 << 10)
    )
    for (id, _) in small + [large] { #expect(try again.values(of: id).count == 2) }
  }

  @Test(arguments: [2, 8]) func `no reader ever sees half of a commit, however many threads commit`(
    count: Int
  ) throws {
    let pairs = try Pairs(GraphFixture(io: MemoryStorageIO()), count: 8)
    let store = pairs.fixture.store
    let wrong = Lock<[String]>([])
    let isOver = Lock(false)
    let threads = Threads()
    for thread in 0..<count {
      threads.start {
        var generator = SeededGenerator(seed: UInt64(thread + 1))
        for _ in 0..<400 / count {
          if let problem = pairs.change(using: &generator) { wrong.withLock { $0.append(problem) } }
        }
      }
    }
    let reader = Threads()
    reader.start {
      var last: SequenceNumber = 0
      while !isOver.withLock({ $0 }) {
        let snapshot = store.snapshot()
        if snapshot.sequence < last { wrong.withLock { $0.append("went back to \(snapshot.sequence)") } }
        last = snapshot.sequence
        if let problem = pairs.problem(snapshot) { wrong.withLock { $0.append(problem) } }
      }
    }
    threads.join()
    isOver.withLock { $0 = true }
    reader.join()
    #expect(wrong.withLock { $0 } == [])
    #expect(CrashRun.problem(pairs.fixture) == nil)
    let again = try pairs.fixture.reopened()
    #expect(again.store.sequence > 300, "a few commits change nothing")
    #expect(pairs.problem(again.store.snapshot()) == nil)
  }
}

/// Pairs of objects whose ages always add up to 200.
private struct Pairs: Sendable {
  let fixture: GraphFixture
  private let cats: [ObjectID]

  init(_ fixture: GraphFixture, count: Int) throws {
    self.fixture = fixture
    var batch = WriteBatch()
    cats = try (0..<2 * count).map { number in
      try fixture.insert("Cat", ["name": .string("c\(number)"), "age": .int(100)], into: &batch)
    }
    try fixture.store.commit(batch)
  }

  /// Gives one pair other ages.
  ///
  /// - Returns: What went wrong.
  func change(using generator: inout SeededGenerator) -> String? {
    let pair = Int.random(in: 0..<cats.count / 2, using: &generator)
    let age = Int64.random(in: 0...200, using: &generator)
    do {
      var batch = WriteBatch()
      try fixture.update(cats[2 * pair], "Cat", ["age": .int(age)], in: &batch)
      try fixture.update(cats[2 * pair + 1], "Cat", ["age": .int(200 - age)], in: &batch)
      try fixture.store.commit(batch)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// The first pair whose sum is wrong.
  func problem(_ snapshot: Snapshot) -> String? {
    func age(_ id: ObjectID) throws -> Int64 {
      try snapshot.withRecord(id) { view, _ in
        guard let field = view.layout.fieldIndex(of: fixture.property("Cat", "age")) else { return 0 }
        if case .int(let age) = view.value(field) { return age }
        return 0
      } ?? 0
    }
    do {
      for pair in 0..<cats.count / 2 {
        let sum = try age(cats[2 * pair]) + age(cats[2 * pair + 1])
        if sum != 200 { return "pair \(pair) has \(sum) at \(snapshot.sequence)" }
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
