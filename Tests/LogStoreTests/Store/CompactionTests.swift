import LogStore
import Testing

/// Compaction beside readers and writers: what it keeps, what it gives back, and what it leaves alone.
@Suite struct CompactionTests {
  private static let text = String(repeating: "v", count: 3000)

  private static func options(
    _ compaction: StoreOptions.Compaction = .manual,
    historyDays: Int = 7
  ) -> StoreOptions {
    StoreOptions(segmentSize: 64 << 10, compaction: compaction, historyDays: historyDays)
  }

  private static func add(_ count: Int, to fixture: GraphFixture) throws -> [ObjectID] {
    var ids: [ObjectID] = []
    for number in 0..<count {
      var batch = WriteBatch()
      ids.append(try fixture.insert("Owner", ["title": .string("\(number)" + text)], into: &batch))
      try fixture.store.commit(batch)
    }
    return ids
  }

  private static func change(_ ids: some Collection<ObjectID>, to title: String, _ fixture: GraphFixture)
    throws
  {
    for id in ids {
      var batch = WriteBatch()
      try fixture.update(id, "Owner", ["title": .string(title + text)], in: &batch)
      try fixture.store.commit(batch)
    }
  }

  private static func delete(_ ids: some Collection<ObjectID>, _ fixture: GraphFixture) throws {
    var batch = WriteBatch()
    for id in ids { batch.delete(id) }
    try fixture.store.commit(batch)
  }

  private static func segments(_ io: some StorageIO) throws -> [String] {
    try io.contents(ofDirectory: GraphFixture.path + "/seg").filter { $0.hasSuffix(".seg") }
  }

  private static func removeCheckpoints(_ io: some StorageIO) throws {
    let directory = GraphFixture.path + "/ckpt"
    for name in try io.contents(ofDirectory: directory) { try io.remove(directory + "/" + name) }
  }

  // MARK: A step

  @Test func `a step rewrites the emptiest segments and leaves the others alone`() throws {
    let io = MemoryStorageIO()
    let fixture = try GraphFixture(io: io, options: Self.options())
    let ids = try Self.add(100, to: fixture)
    try Self.delete(ids[20..<60], fixture)
    let content = try CrashContent(fixture.store.snapshot())
    let before = try Self.segments(io)
    let report = try fixture.store.compactStep(segments: 2)
    let after = try Self.segments(io)
    #expect(Set(before).subtracting(after).count == 2)
    #expect(report.bytesBefore - report.bytesAfter > 64 << 10)
    #expect(try CrashContent(fixture.store.snapshot()) == content)
    let again = try fixture.reopened()
    #expect(try CrashContent(again.store.snapshot()) == content)
    try again.store.close()
    #expect(try StoreCheck.run(at: GraphFixture.path, io: io).findings.isEmpty)
  }

  @Test func `what was deleted stays deleted when only the segment of its end is rewritten`() throws {
    let io = MemoryStorageIO()
    var fixture = try GraphFixture(io: io, options: Self.options())
    let ids = try Self.add(60, to: fixture)
    // The ends lie in a segment of their own, which then is the emptiest.
    try fixture.store.rollSegment()
    try Self.delete(stride(from: 0, to: 60, by: 3).map { ids[$0] }, fixture)
    try Self.change([ids[1]], to: "x", fixture)
    try Self.change(Array(repeating: ids[1], count: 20), to: "y", fixture)
    try fixture.store.rollSegment()
    try Self.change([ids[2]], to: "z", fixture)
    let content = try CrashContent(fixture.store.snapshot())
    _ = try fixture.store.compactStep(segments: 1)
    for round in 0..<2 {
      fixture = try fixture.reopened()
      if round == 0 {
        try fixture.store.close()
        try Self.removeCheckpoints(io)
        fixture = try GraphFixture(io: io, options: Self.options())
        #expect(fixture.store.recovery.checkpointProblem != nil)
      }
      #expect(try CrashContent(fixture.store.snapshot()) == content)
      _ = try fixture.store.compactStep(segments: 3)
      #expect(try CrashContent(fixture.store.snapshot()) == content)
    }
  }

  @Test func `ends of objects go once nothing is left that they ended`() throws {
    let fixture = try GraphFixture(options: Self.options(historyDays: 0))
    let ids = try Self.add(400, to: fixture)
    try Self.delete(ids, fixture)
    try fixture.store.rollSegment()
    _ = try Self.add(1, to: fixture)
    for _ in 0..<3 { _ = try fixture.store.compactStep(segments: 1000) }
    #expect(fixture.store.statistics().segmentBytes < 30_000)
  }

  @Test func `history older than what is kept goes as a whole, and nothing of it comes back`() throws {
    let io = MemoryStorageIO()
    var options = Self.options()
    options.historyBytes = 20 * 128
    var fixture = try GraphFixture(io: io, options: options)
    let ids = try Self.add(60, to: fixture)
    try Self.change(ids, to: "x", fixture)
    _ = try fixture.store.compactStep(segments: 1)
    let last = fixture.store.sequence
    fixture = try fixture.reopened()
    try fixture.store.close()
    try Self.removeCheckpoints(io)
    fixture = try GraphFixture(io: io, options: options)
    #expect(try fixture.store.changes(after: last - 5).count == 5)
    #expect(throws: StoreError.self) { try fixture.store.changes(after: 3) }
  }

  // MARK: Beside others

  /// Runs a compaction, and a body as soon as it has written the first copies: no lock is held then.
  private static func compact(
    _ fixture: GraphFixture,
    _ watch: Watch,
    meanwhile body: @escaping @Sendable () throws -> Void
  ) throws {
    watch.action.withLock { $0 = body }
    try fixture.store.compact()
    try watch.outcome.withLock { try $0?.get() }
    #expect(watch.outcome.withLock { $0 != nil })
  }

  /// A storage that does something once, in the middle of the first long write to a segment.
  private final class Watch: Sendable {
    let action = Lock<(@Sendable () throws -> Void)?>(nil)
    let outcome = Lock<Result<Void, any Error>?>(nil)

    func storage(_ base: any StorageIO) -> WatchedIO {
      WatchedIO(base: base) { [self] path, call throws(StorageIOError) in
        guard case .write(_, let bytes) = call, path.contains("/seg/"), bytes.count > 30_000 else { return }
        let action = self.action.withLock { action in
          defer { action = nil }
          return action
        }
        guard let action else { return }
        let result = Result { try action() }
        outcome.withLock { $0 = result }
      }
    }
  }

  @Test func `objects changed or deleted while they are copied keep what the commit made of them`() throws {
    let (memory, watch) = (MemoryStorageIO(), Watch())
    let fixture = try GraphFixture(io: watch.storage(memory), options: Self.options())
    let ids = try Self.add(100, to: fixture)
    try Self.change(ids[0..<50], to: "old", fixture)
    // The hot segment is not begun by what is committed meanwhile.
    try fixture.store.rollSegment()
    try Self.change([ids[99]], to: "last", fixture)
    let held = fixture.store.snapshot()
    let before = try CrashContent(held)
    let later = Lock<CrashContent?>(nil)
    try Self.compact(fixture, watch) {
      try Self.change(ids[0..<10], to: "new", fixture)
      try Self.delete(ids[80..<90], fixture)
      let content = try CrashContent(fixture.store.snapshot())
      later.withLock { $0 = content }
    }
    let content = try #require(later.withLock { $0 })
    #expect(content.records.count == 90)
    #expect(try CrashContent(fixture.store.snapshot()) == content)
    #expect(try CrashContent(held) == before)
    var again = try fixture.reopened()
    #expect(try CrashContent(again.store.snapshot()) == content)
    try again.store.close()
    try Self.removeCheckpoints(memory)
    again = try GraphFixture(io: memory, options: Self.options())
    #expect(try CrashContent(again.store.snapshot()) == content)
  }

  @Test func `snapshots keep their version and show how long and how much they hold`() throws {
    let fixture = try GraphFixture(options: Self.options())
    let ids = try Self.add(60, to: fixture)
    #expect(fixture.store.statistics().oldestSnapshotAge == nil)
    var held: Snapshot? = fixture.store.snapshot()
    let before = try CrashContent(fixture.store.snapshot())
    try Self.change(ids, to: "x", fixture)
    try fixture.store.compact()
    let statistics = fixture.store.statistics()
    #expect(statistics.pinnedBytes > 180_000)
    #expect(statistics.oldestSnapshotAge != nil)
    #expect(try CrashContent(#require(held)) == before)
    held = nil
    #expect(fixture.store.statistics().pinnedBytes == 0)
    #expect(fixture.store.statistics().oldestSnapshotAge == nil)
  }

  @Test func `readers see whole versions while segments come and go under them`() throws {
    var options = Self.options(.automatic)
    options.backgroundWork = .thread
    let fixture = try GraphFixture(options: options)
    let ids = try Self.add(20, to: fixture)
    try Self.change(ids, to: "0-", fixture)
    let isOver = Lock(false)
    let problems = Lock<[String]>([])
    let threads = Threads()
    let layout = try #require(fixture.schema.layout(for: "Owner"))
    let field = try #require(
      layout.fields.firstIndex { $0.property == fixture.property("Owner", "title") && $0.kind != .orderKey }
    )
    for _ in 0..<3 {
      threads.start {
        while !isOver.withLock({ $0 }) {
          do {
            let snapshot = fixture.store.snapshot()
            var rounds: Set<Substring> = []
            for id in ids {
              _ = try snapshot.withRecord(id) { view, _ in
                if case .string(let title) = view.value(field) { rounds.insert(title.prefix { $0 != "-" }) }
              }
            }
            if rounds.count != 1 { problems.withLock { $0.append("\(rounds)") } }
          } catch {
            problems.withLock { $0.append("\(error)") }
          }
        }
      }
    }
    for round in 1...150 {
      var batch = WriteBatch()
      for id in ids {
        try fixture.update(id, "Owner", ["title": .string("\(round)-" + Self.text)], in: &batch)
      }
      try fixture.store.commit(batch)
    }
    isOver.withLock { $0 = true }
    threads.join()
    #expect(problems.withLock { $0 }.isEmpty)
    #expect(fixture.store.statistics().compactions > 3)
    try fixture.store.close()
  }

  // MARK: Space

  /// Objects of 10 KB come and go while readers are idle; after each commit the store is as small as promised.
  private func churn(rounds: Int, _ work: StoreOptions.BackgroundWork) throws {
    var options = StoreOptions(backgroundWork: work)
    options.historyBytes = 64 << 10
    let memory = MemoryStorageIO()
    let fixture = try GraphFixture(io: memory, options: options)
    let body = String(repeating: "c", count: 10_000)
    var ids: [ObjectID] = []
    var sequences: [SequenceNumber] = []
    var held: [Snapshot] = []
    var worst = 0.0
    for round in 0..<rounds {
      var batch = WriteBatch()
      ids.append(try fixture.insert("Owner", ["title": .string("\(round)" + body)], into: &batch))
      if ids.count > 100 { batch.delete(ids.removeFirst()) }
      try fixture.store.commit(batch)
      // Half of the readers hold a version, the others its number, as contexts do between calls.
      if held.count < 5 {
        held.append(fixture.store.snapshot())
      } else if sequences.count < 5 {
        sequences.append(fixture.store.sequence)
      }
      var stored = 0
      for name in try memory.contents(ofDirectory: GraphFixture.path + "/seg") {
        stored += Int(try memory.metadata(GraphFixture.path + "/seg/" + name)?.size ?? 0)
      }
      let state = fixture.store.snapshot().state
      let live = state.liveBytes + min(state.historyBytes, options.historyBytes)
      worst = max(worst, Double(stored) / Double(3 * live + 4 << 20))
    }
    #expect(worst <= 1, "\(worst) of the bound")
    let statistics = fixture.store.statistics()
    #expect(statistics.compactions >= rounds / 500)
    #expect(statistics.pinnedBytes < 2 << 20)
    #expect(statistics.compactionProblem == nil)
    let content = try CrashContent(fixture.store.snapshot())
    #expect(content.records.count == 100)
    let again = try fixture.reopened()
    #expect(try CrashContent(again.store.snapshot()) == content)
  }

  @Test(arguments: [(1000, StoreOptions.BackgroundWork.inline), (5000, .thread)])
  func `a store whose objects come and go stays within its bound after every commit`(
    rounds: Int,
    work: StoreOptions.BackgroundWork
  ) throws {
    try churn(rounds: rounds, work)
  }

  @Test func `what is deleted at once comes back at once`() throws {
    let fixture = try GraphFixture(options: Self.options(.automatic, historyDays: 0))
    let ids = try Self.add(200, to: fixture)
    #expect(fixture.store.statistics().segmentBytes > 600_000)
    try Self.delete(ids, fixture)
    #expect(fixture.store.statistics().segmentBytes < 4 * 64 << 10)
  }

  @Test func `without automatic compaction nothing is rewritten`() throws {
    let fixture = try GraphFixture(options: Self.options(.manual))
    let ids = try Self.add(10, to: fixture)
    for round in 0..<30 { try Self.change(ids, to: "\(round)", fixture) }
    #expect(fixture.store.statistics().compactions == 0)
    #expect(fixture.store.statistics().deadBytes > 800_000)
  }

  // MARK: Failures

  @Test func `a segment that cannot be read is left alone, and the store goes on`() throws {
    let io = MemoryStorageIO()
    var options = Self.options(.automatic)
    options.allowsMapping = false
    let fixture = try GraphFixture(io: io, options: options)
    let ids = try Self.add(20, to: fixture)
    let victim = GraphFixture.path + "/seg/0000000001.seg"
    let file = try io.open(victim, .readWrite)
    let size = try file.size()
    let place = size / 4
    try file.write([try file.read(count: 1, at: place)[0] ^ 1], at: place)
    for round in 0..<40 { try Self.change(ids[10...], to: "\(round)", fixture) }
    _ = try fixture.store.compactStep(segments: 100)
    let statistics = fixture.store.statistics()
    #expect([.recordCorrupt, .segmentCorrupt].contains(statistics.compactionProblem?.code))
    #expect(statistics.compactionProblem?.path == victim)
    #expect(try io.metadata(victim)?.size == size)
    #expect(statistics.segmentBytes < 600_000)
    let error = #expect(throws: StoreError.self) { try fixture.store.compact() }
    #expect(error?.code == .recordCorrupt)
    try file.write([try file.read(count: 1, at: place)[0] ^ 1], at: place)
    try fixture.store.compact()
    #expect(try io.metadata(victim) == nil)
    #expect(fixture.store.snapshot().count(of: try #require(fixture.schema.entity(named: "Owner"))) == 20)
  }

  @Test func `a compaction that fails at its checkpoint leaves everything as it was`() throws {
    let memory = MemoryStorageIO()
    let fails = Lock(false)
    let io = WatchedIO(base: memory) { path, call throws(StorageIOError) in
      guard case .write = call, path.contains("/ckpt/"), fails.withLock({ $0 }) else { return }
      throw StorageIOError(operation: "pwrite", path: path, code: .ioFailure)
    }
    let fixture = try GraphFixture(io: io, options: Self.options())
    let ids = try Self.add(60, to: fixture)
    try Self.change(ids, to: "x", fixture)
    let content = try CrashContent(fixture.store.snapshot())
    let before = try Self.segments(memory)
    fails.withLock { $0 = true }
    #expect(throws: StoreError.self) { try fixture.store.compactStep(segments: 100) }
    fails.withLock { $0 = false }
    #expect(try Self.segments(memory) == before)
    #expect(try CrashContent(fixture.store.snapshot()) == content)
    _ = try fixture.store.compactStep(segments: 100)
    #expect(try Self.segments(memory).count < before.count)
    #expect(try CrashContent(fixture.store.snapshot()) == content)
  }

  @Test func `what is changed while a checkpoint of moved records is written stays as it was changed`() throws
  {
    let memory = MemoryStorageIO()
    let during = Interruption()
    let io = during.storage(over: memory)
    let fixture = try GraphFixture(io: io, options: Self.options())
    let ids = try Self.add(60, to: fixture)
    try Self.delete(ids[0..<10], fixture)
    let problem = Lock((any Error)?.none)
    during.body.withLock {
      $0 = {
        do {
          // Objects of the same chunk of the index that are changed, deleted, added, and that stay.
          try Self.change(ids[20..<25], to: "changed", fixture)
          try Self.delete(ids[30..<33], fixture)
          _ = try Self.add(3, to: fixture)
        } catch { problem.withLock { $0 = error } }
      }
    }
    try fixture.store.compact()
    #expect(problem.withLock { $0 == nil })
    #expect(during.body.withLock { $0 == nil })
    let content = try CrashContent(fixture.store.snapshot())
    #expect(content.records.count == 60 - 10 - 3 + 3)
    #expect(try fixture.values(of: ids[21])["title"] == .string("changed" + Self.text))
    #expect(try fixture.values(of: ids[26])["title"] == .string("26" + Self.text))
    #expect(SnapshotCheck.run(fixture.store.snapshot().state).isClean)
    #expect(try fixture.store.changes(after: 1).count == fixture.store.changes(after: 0).count - 1)
    let again = try fixture.reopened()
    #expect(try CrashContent(again.store.snapshot()) == content)
    #expect(try StoreCheck.run(at: GraphFixture.path, io: memory).isClean)
    _ = try again.store.compactStep(segments: 100)
    #expect(try CrashContent(again.store.snapshot()) == content)
  }

  @Test func `an index that is given up and declared again during a compaction has what is there then`()
    throws
  {
    let memory = MemoryStorageIO()
    let during = Interruption()
    let io = during.storage(over: memory)
    func schema(isIndexed: Bool) -> SchemaDescription {
      SchemaDescription(entities: [
        .init(
          name: "Note",
          attributes: [.init(name: "text", kind: .string, typeName: "String")],
          indexes: isIndexed ? [["text"]] : []
        )
      ])
    }
    let store = try Store.open(at: "/notes.store", options: Self.options(), io: io)
    let layout = try #require(try store.adopt(schema(isIndexed: true)).layout(for: "Note"))
    var ids: [ObjectID] = []
    for number in 0..<20 {
      var writer = RecordWriter(layout: layout)
      writer.append("\(number)" + Self.text)
      var batch = WriteBatch()
      ids.append(try store.newObjectID())
      batch.insert(ids[number], layout: layout, payload: writer.finish())
      try store.commit(batch)
    }
    // So that the index lies over a checkpoint.
    try store.checkpoint()
    let (without, with) = (schema(isIndexed: false), schema(isIndexed: true))
    let problem = Lock((any Error)?.none)
    during.body.withLock { [ids] in
      $0 = {
        do {
          _ = try store.adopt(without)
          try store.commit(WriteBatch.deleting(ids[3..<7]))
          _ = try store.adopt(with)
        } catch { problem.withLock { $0 = error } }
      }
    }
    try store.compact()
    #expect(problem.withLock { $0 == nil })
    try store.commit(WriteBatch.deleting(ids[10..<12]))
    let state = store.snapshot().state
    #expect(SnapshotCheck.run(state).isClean)
    #expect(
      state.secondary.map { $0.entries().map(\.key.id).sorted() } == [
        (ids[..<3] + ids[7..<10] + ids[12...]).map(\.rawValue)
      ]
    )
  }

  @Test func `a compaction that finds no space leaves nothing behind, and the next one succeeds`() throws {
    let memory = MemoryStorageIO()
    // While it is set, only the segment of that name can be written.
    let hot = Lock(String?.none)
    let io = WatchedIO(base: memory) { path, call throws(StorageIOError) in
      guard case .write = call, path.contains("/seg/"), let hot = hot.withLock({ $0 }), !path.hasSuffix(hot)
      else {
        return
      }
      throw StorageIOError(operation: "pwrite", path: path, code: .noSpace)
    }
    let fixture = try GraphFixture(io: io, options: Self.options())
    let ids = try Self.add(60, to: fixture)
    try Self.change(ids, to: "x", fixture)
    try fixture.store.rollSegment()
    try Self.change(ids[0..<1], to: "y", fixture)
    let before = try Self.segments(memory)
    hot.withLock { $0 = before.last }
    let error = #expect(throws: StoreError.self) { try fixture.store.compactStep(segments: 3) }
    hot.withLock { $0 = nil }
    #expect(error?.code == .outOfSpace)
    #expect(try Self.segments(memory) == before)
    let content = try CrashContent(fixture.store.snapshot())
    _ = try fixture.store.compactStep(segments: 3)
    #expect(try Self.segments(memory).count < before.count)
    #expect(try CrashContent(fixture.store.snapshot()) == content)
  }
}

extension WriteBatch {
  /// A batch that removes objects.
  fileprivate static func deleting(_ ids: some Sequence<ObjectID>) -> WriteBatch {
    var batch = WriteBatch()
    for id in ids { batch.delete(id) }
    return batch
  }
}
