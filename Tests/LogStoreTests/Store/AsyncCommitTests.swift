import LogStore
import Testing

/// Commits of tasks, which wait without a thread.
struct AsyncCommitTests {
  private let io: GatedIO
  private let fixture: GraphFixture
  private var store: Store { fixture.store }

  init() throws {
    io = GatedIO(MemoryStorageIO())
    fixture = try GraphFixture(io: io, options: StoreOptions(backgroundWork: .thread))
  }

  private func batches(_ count: Int, largeEach step: Int = .max) throws -> [WriteBatch] {
    try (0..<count).map { number in
      var batch = WriteBatch()
      let bytes = number % step == step - 1 ? 30_000 : 10
      let text = String(repeating: "t", count: bytes) + "\(number)"
      try fixture.insert("Owner", ["title": .string(text)], into: &batch)
      return batch
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `tasks that wait for their commits leave the threads to other tasks`() async throws {
    let batches = try batches(64)
    let before = store.sequence
    let store = store
    let io = io
    io.gate.withLock { $0.isClosed = true }
    // Many more than there are threads, and only a task of the same pool lets them go on.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for batch in batches { group.addTask { _ = try await store.commit(batch) } }
      group.addTask {
        while !io.gate.withLock({ $0.waiting > 0 }) { await Task.yield() }
        for _ in 0..<1000 { await Task.yield() }
        io.open()
      }
      try await group.waitForAll()
    }
    #expect(store.sequence == before + 64)
    #expect(store.statistics().commitGroups < 40, "they share writes")
    try store.close()
  }

  @Test func `each task gets the receipt of its own commit, in whatever size`() async throws {
    let batches = try batches(200, largeEach: 50)
    let before = store.sequence
    let store = store
    let numbers = try await withThrowingTaskGroup(of: SequenceNumber.self) { group in
      for batch in batches { group.addTask { try await store.commit(batch).sequence } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers.sorted() == (1...200).map { before + $0 })
    #expect(CrashRun.problem(fixture) == nil)
    try store.close()
  }

  @Test(.timeLimit(.minutes(1)))
  func `a commit whose task is cancelled is made all the same, and says so`() async throws {
    let batch = try batches(1)[0]
    let before = store.sequence
    let store = store
    let io = io
    io.gate.withLock { $0.isClosed = true }
    let task = Task { try await store.commit(batch).sequence }
    while !io.gate.withLock({ $0.waiting > 0 }) { await Task.yield() }
    task.cancel()
    io.open()
    #expect(try await task.value == before + 1)
    #expect(store.sequence == before + 1)
    let late = try batches(1)[0]
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await store.commit(late).sequence
    }
    cancelled.cancel()
    #expect(try await cancelled.value == before + 2)
    try store.close()
  }

  @Test func `a commit that is refused throws in its task, and does not touch the others`() async throws {
    var wrong = WriteBatch(uniqueness: .fail)
    try fixture.insert("Dog", ["name": .string("rex")], into: &wrong)
    try fixture.insert("Dog", ["name": .string("rex")], into: &wrong)
    let right = try batches(2)
    let store = store
    async let first = store.commit(right[0])
    async let second = store.commit(right[1])
    let error = await #expect(throws: StoreError.self) { try await store.commit(wrong) }
    #expect(error?.code == .uniquenessViolation)
    _ = try await (first, second)
    try store.close()
    var batch = WriteBatch()
    batch.delete(ObjectID(rawValue: 1))
    let closed = await #expect(throws: StoreError.self) { try await store.commit(batch) }
    #expect(closed?.code == .closed)
  }

  @Test func `a store that works inline commits in the call`() async throws {
    let inline = try GraphFixture(io: MemoryStorageIO())
    var batch = WriteBatch()
    try inline.insert("Owner", ["title": .string("o")], into: &batch)
    let receipt = try await inline.store.commit(batch)
    #expect(receipt.sequence == inline.store.sequence)
  }
}
