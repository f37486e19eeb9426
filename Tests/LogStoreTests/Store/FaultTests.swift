import LogStore
import Testing

/// One call to the disk fails, at every place of a workload in turn.
struct FaultTests {
  private static let options = StoreOptions(segmentSize: 64 << 10)

  /// What a workload has acknowledged, and what may be.
  private struct Expectation {
    var content: CrashContent
    var sequence: SequenceNumber
    /// Whether one commit more may be there.
    var mayBeMore = false
  }

  @Test(arguments: [StorageIOError.Code.ioFailure, .noSpace])
  func `a call that fails once loses no acknowledged commit, and the store can be used again`(
    code: StorageIOError.Code
  ) throws {
    var number = 0
    var failures = 0
    while failures < 4, try reaches(number, code, &failures) { number += 1 }
    #expect(number > 100, "the workload makes too few calls")
  }

  /// Runs the workload with a failure at one call.
  ///
  /// - Returns: false if the workload has fewer calls.
  private func reaches(_ number: Int, _ code: StorageIOError.Code, _ failures: inout Int) throws -> Bool {
    let disk = CrashDisk(seed: UInt64(number))
    var fixture = try GraphFixture(io: disk, options: Self.options)
    let first = fixture.store.snapshot()
    var expected = Expectation(content: try CrashContent(first), sequence: first.sequence)
    var calls = 0
    var operation = ""
    disk.fault = { name in
      calls += 1
      guard calls == number + 1 else { return nil }
      operation = name
      return code
    }
    for step in 0..<12 {
      var problem: String?
      do {
        problem = try run(step, disk, &fixture, &expected)
      } catch {
        problem = "\(error)"
      }
      guard let problem else { continue }
      failures += 1
      Issue.record("call \(number) (\(operation)) fails with \(code), step \(step): \(problem)")
      return true
    }
    disk.fault = nil
    for disk in [CrashMoment(disk).disk(.none, seed: 1), CrashMoment(disk).disk(.all, seed: 2)] {
      do {
        let last = try GraphFixture(io: disk, options: Self.options)
        if try CrashContent(last.store.snapshot()) == expected.content, CrashRun.problem(last) == nil {
          continue
        }
        Issue.record("call \(number) (\(operation)) fails with \(code): lost after a loss of power")
      } catch {
        Issue.record("call \(number) (\(operation)) fails with \(code): after a loss of power \(error)")
      }
      failures += 1
    }
    return calls > number
  }

  /// One step: a commit, a compaction, a checkpoint, or a reopening.
  ///
  /// - Returns: What is wrong.
  private func run(
    _ step: Int,
    _ disk: CrashDisk,
    _ fixture: inout GraphFixture,
    _ expected: inout Expectation
  ) throws -> String? {
    do throws(StoreError) {
      switch step {
      case 6: try fixture.store.compact()
      case 9: try fixture.store.checkpoint()
      case 8:
        try fixture.store.close()
        throw StoreError(.closed, tried: "reopen", found: "", remedy: "")
      default: try fixture.store.commit(try batch(step, fixture))
      }
    } catch {
      if let problem = try settle(error, disk, &fixture, &expected) { return problem }
    }
    return try disk.quietly {
      expected = Expectation(
        content: try CrashContent(fixture.store.snapshot()),
        sequence: fixture.store.sequence
      )
      return CrashRun.problem(fixture)
    }
  }

  private func batch(_ step: Int, _ fixture: GraphFixture) throws(StoreError) -> WriteBatch {
    var batch = WriteBatch()
    let size = [100, 30_000, 9000, 50_000, 200, 12_000, 0, 40_000, 0, 0, 14_000, 14_000][step]
    do {
      let owner = try fixture.insert(
        "Owner",
        ["title": .string(String(repeating: "y", count: size))],
        into: &batch
      )
      let dog = try fixture.insert(
        "Dog",
        ["name": .string("n\(step)"), "owner": .reference(owner)],
        into: &batch
      )
      batch.setMembers(of: owner, fixture.property("Owner", "watched"), to: [dog])
      if step % 3 == 2, let entity = fixture.schema.entity(named: "Owner") {
        var oldest = ObjectID.none
        try fixture.store.snapshot().forEachObject(of: entity) { id throws(StoreError) in
          oldest = id
          return false
        }
        batch.delete(oldest)
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.invalidArgument, tried: "make a batch", found: "\(error)", remedy: "")
    }
    return batch
  }

  /// Whether the store is as its error says, and as it was.
  private func settle(
    _ error: StoreError,
    _ disk: CrashDisk,
    _ fixture: inout GraphFixture,
    _ expected: inout Expectation
  ) throws -> String? {
    var batch = WriteBatch()
    let probe = Result { () throws(StoreError) in
      try fixture.store.commit(batch)
      do { try fixture.insert("Owner", ["title": .string("probe")], into: &batch) } catch let error
        as StoreError
      {
        throw error
      } catch {}
      try fixture.store.commit(batch)
    }
    switch (error.code, probe) {
    case (.closed, .failure(let second)) where second.code == .closed: break
    case (.commitOutcomeUnknown, .failure(let second)) where second.code == .poisoned:
      expected.mayBeMore = true
    case (_, .failure(let second)) where second.code == .poisoned || second.code == .closed: break
    case (.outOfSpace, .success), (.inputOutput, .success):
      let now = try disk.quietly { try CrashContent(fixture.store.snapshot()) }
      return now.records.count == expected.content.records.count + 1
        ? nil : "\(error.code) changed something: \(error)"
    default: return "after \(error) a commit gives \(probe)"
    }
    try fixture.store.close()
    do {
      fixture = try GraphFixture(io: fixture.io, options: Self.options)
    } catch {
      fixture = try GraphFixture(io: fixture.io, options: Self.options)  // the disk fails once only
    }
    let found = try disk.quietly { try CrashContent(fixture.store.snapshot()) }
    guard found != expected.content else { return nil }
    return expected.mayBeMore && fixture.store.sequence > expected.sequence
      ? nil : "reopened after \(error), it holds \(found.records.count) of \(expected.content.records.count)"
  }
}
