import Foundation
import LogStore
import LogStoreTesting

/// One thread that writes, eight that read versions, one that compacts and writes checkpoints, and a second process
/// that follows, all at once on a real file system.
struct MixedRun {
  var seconds: Double
  var seed: UInt64
  /// Whether a second process follows.
  var hasFollower = true
  private static let readers = 8

  /// - Returns: Whether every version that anybody looked at was right.
  func run() throws -> Bool {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "mixed-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appendingPathComponent("mixed.store").path
    print("seed \(seed), \(path)")
    // Small segments, so that there is always something to compact.
    let accounts = try AccountStore(at: path, options: StoreOptions(segmentSize: 256 << 10))
    var writer = MixedWriter(accounts: accounts, seed: seed, balances: try accounts.fill())
    let follower = try hasFollower ? startFollower(path) : nil
    let board = MixedBoard(end: ContinuousClock.now + .seconds(seconds))
    let workers = (0..<Self.readers + 1).map { _ in Worker() }
    for (number, worker) in workers.dropFirst().enumerated() {
      worker.submit { board.work { try read(accounts, seed &+ UInt64(number), board) } }
    }
    workers[0].submit { board.work { try maintain(accounts, board) } }
    board.work { while board.goesOn { try writer.commit() } }
    for worker in workers { worker.finish() }
    let statistics = accounts.store.statistics()
    try accounts.store.close()
    var isRight = true
    for problem in board.problems {
      print("VIOLATION\n\(problem)")
      isRight = false
    }
    if let follower {
      follower.waitUntilExit()
      if follower.terminationStatus != 0 { isRight = false }
    }
    let counts = board.counts
    print(
      """
      \(writer.times.count) commits, \(counts.versions) versions read by \(Self.readers) threads, \
      \(statistics.compactions) compactions (\(statistics.compactedBytes >> 20) MiB copied, \
      \(statistics.reclaimedBytes >> 20) MiB given back), \(counts.checkpoints) checkpoints on demand, \
      segments of \(statistics.segmentBytes >> 10) KiB at the end, \(statistics.liveBytes >> 10) KiB live; \
      a commit took \(writer.microseconds(0.5)) µs (p50), \(writer.microseconds(0.99)) µs (p99), \
      \(writer.microseconds(1)) µs at most
      """
    )
    return isRight
  }

  private func startFollower(_ path: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["follow", path, "\(Int(seconds))"]
    try process.run()
    return process
  }

  /// Reads versions: each at once, and again when twenty newer ones have been read.
  private func read(_ accounts: AccountStore, _ seed: UInt64, _ board: MixedBoard) throws {
    var randomness = SimulatedRandomness(seed: seed)
    var held: [(snapshot: Snapshot, count: Int?)] = []
    while board.goesOn {
      let snapshot = accounts.store.snapshot()
      held.append((snapshot, try accounts.verify(snapshot)))
      if held.count > Int.random(in: 0..<20, using: &randomness) {
        let (old, count) = held.removeFirst()
        guard try accounts.verify(old) == count else {
          throw AccountError("commit \(old.sequence) has another number of accounts than at first")
        }
      }
      board.note { $0.versions += 1 }
    }
  }

  private func maintain(_ accounts: AccountStore, _ board: MixedBoard) throws {
    var round = 0
    while board.goesOn {
      round += 1
      if round % 10 == 0 {
        try accounts.store.compact()
      } else if round % 2 == 0 {
        _ = try accounts.store.compactStep(segments: 2)
      } else {
        try accounts.store.checkpoint()
        board.note { $0.checkpoints += 1 }
      }
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// What the second process does: it follows, and looks at each version that it sees.
  static func follow(_ path: String, seconds: Double) throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    let accounts = try AccountStore(at: path, options: StoreOptions(access: .readOnly))
    var (polls, versions, last) = (0, 0, SequenceNumber(0))
    while ContinuousClock.now < end {
      polls += 1
      guard try accounts.store.refresh() else {
        usleep(200)
        continue
      }
      let snapshot = accounts.store.snapshot()
      guard snapshot.sequence > last else {
        throw AccountError("commit \(snapshot.sequence) is seen after commit \(last)")
      }
      last = snapshot.sequence
      _ = try accounts.verify(snapshot)
      versions += 1
    }
    print("the follower has looked \(polls) times and seen \(versions) versions, the last one \(last)")
    guard versions > 1 else { throw AccountError("the follower has seen nothing new") }
    return true
  }
}
