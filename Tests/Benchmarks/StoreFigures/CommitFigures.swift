import Foundation
import LogStore

/// What durable commits take.
struct CommitFigures {
  let directory: String
  private static let body = String(repeating: "b", count: 120)

  /// Single commits in turn with raw synchronous writes of 4 KiB into a file that exists.
  func single(_ count: Int = 2000) throws -> [Figure] {
    let items = try ItemStore(at: directory + "/single.store")
    let io = PosixStorageIO()
    let path = directory + "/raw"
    let file = try io.open(path, .createOrOpen)
    try file.write([UInt8](repeating: 0, count: count * 4096), at: 0)
    try file.sync()
    let durable = try io.open(path, .durable)
    let block = [UInt8](repeating: 1, count: 4096)
    // The log grows to its usual size first.
    for number in 0..<500 { try items.add(number, body: Self.body) }
    var (raw, commits) = (Times(), Times())
    for round in 0..<count / 100 {
      for number in round * 100..<round * 100 + 100 {
        try raw.measure { try durable.write(block, at: UInt64(number * 4096)) }
      }
      for number in 0..<100 {
        try commits.measure { _ = try items.add(number, body: Self.body) }
      }
    }
    try items.store.close()
    return [(0.5, "p50"), (0.99, "p99")].map { share, label in
      Figure(
        name: "durable commit, \(label)",
        value: commits.within(share),
        unit: "µs",
        floor: raw.within(share),
        floorName: "write of 4 KiB, O_DSYNC"
      )
    }
  }

  /// Commits of many threads at once.
  func together(threads: Int = 64, each: Int = 200) throws -> [Figure] {
    let items = try ItemStore(at: directory + "/together.store")
    let workers = (0..<threads).map { _ in Worker() }
    let all = Lock((times: Times(), failure: String?.none))
    let start = DispatchTime.now().uptimeNanoseconds
    for worker in workers {
      worker.submit {
        var times = Times()
        var failure: String?
        do {
          for number in 0..<each { try times.measure { _ = try items.add(number, body: Self.body) } }
        } catch {
          failure = "\(error)"
        }
        all.withLock { state in
          state.times.add(times)
          state.failure = state.failure ?? failure
        }
      }
    }
    for worker in workers { worker.finish() }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    if let failure = all.withLock({ $0.failure }) { throw FigureError(failure) }
    let statistics = items.store.statistics()
    try items.store.close()
    let times = all.withLock { $0.times }
    let label = "\(threads) threads commit"
    return [
      Figure(name: "\(label), commits", value: Double(times.count) / seconds, unit: "a second"),
      Figure(
        name: "\(label), commits a synchronous write",
        value: Double(statistics.commits) / Double(max(1, statistics.commitGroups)),
        unit: ""
      ),
      Figure(name: "\(label), p50", value: times.within(0.5), unit: "µs"),
      Figure(name: "\(label), p99", value: times.within(0.99), unit: "µs"),
    ]
  }

  /// What compaction beside the writer does to its commits.
  func besideCompaction(_ objects: Int = 100_000, _ commits: Int = 5000) throws -> [Figure] {
    var options = StoreOptions()
    options.compaction = .manual
    let items = try ItemStore(at: directory + "/compacted.store", options: options)
    let ids = try items.fill(objects, body: Self.body)
    var generator = SystemRandomNumberGenerator()
    func update(_ times: inout Times) throws {
      var batch = WriteBatch()
      let index = Int.random(in: 0..<objects, using: &generator)
      items.update(ids[index], "item \(index)", Self.body + "\(index)", in: &batch)
      try times.measure { _ = try items.store.commit(batch) }
    }
    var alone = Times()
    for _ in 0..<commits { try update(&alone) }
    let goesOn = Lock((true, 0, Int64(0)))
    let worker = Worker()
    let store = items.store
    worker.submit {
      while goesOn.withLock({ $0.0 }) {
        let before = store.statistics().compactedBytes
        guard (try? store.compact()) != nil else { return }
        let copied = store.statistics().compactedBytes - before
        goesOn.withLock { state in
          state.1 += 1
          state.2 += Int64(copied)
        }
      }
    }
    var beside = Times()
    for _ in 0..<commits { try update(&beside) }
    goesOn.withLock { $0.0 = false }
    worker.finish()
    let (_, rounds, copied) = goesOn.withLock { $0 }
    try items.store.close()
    return [(0.5, "p50"), (0.99, "p99"), (1, "longest")].map { share, label in
      Figure(
        name: "commit beside compaction, \(label)",
        value: beside.within(share),
        unit: "µs",
        floor: alone.within(share),
        floorName: "the same without"
      )
    } + [
      Figure(name: "compactions of everything meanwhile", value: Double(rounds), unit: ""),
      Figure(name: "copied by them", value: Double(copied) / 1e6, unit: "MB"),
    ]
  }
}
