import Glibc
import LogStore

/// Runs one workload on a store in a directory and prints its figure, unit and checksum: a peer for a harness
/// that runs several stores side by side.
@main
enum StorePeer {
  static func main() {
    let start = Environment.now()
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      print("usage: store-peer w1|w1t4|w1raw|w2|w3|w4|w5|w6|w6b|w6c|w7|w8|w9|w10 DIRECTORY")
      exit(64)
    }
    do {
      let store = try TripStore(at: arguments[2])
      try run(arguments[1], store, arguments[2], start)
      try store.store.close()
    } catch {
      print("\(arguments[1]): \(error)")
      exit(1)
    }
  }

  private static func run(
    _ phase: String,
    _ store: TripStore,
    _ directory: String,
    _ start: Double
  ) throws {
    switch phase {
    case "w1": write("W1", try store.singleCommits(threads: 1), store.tripCount)
    case "w1t4": write("W1t4", try store.singleCommits(threads: 4), store.tripCount)
    case "w1raw": write("W1raw", try TripStore.rawWrites(in: directory), 0)
    case "w2":
      let count = UInt64(TripGenerator.count)
      write("W2", try store.insertAll(), "objects/s", count)
      write("W2bytes", Double(Environment.bytes(below: directory)), "bytes")
    case "w3":
      let trip = try store.fetch(Int64(TripGenerator.count / 2), store.store.snapshot())
      write("W3", (Environment.now() - start) * 1e3, "ms", trip.sum)
    case "w4": write("W4", try store.lookUp(), "ns/op")
    case "w5": try passes("W5", "objects/s", isFirstNamed: true) { try store.scan() }
    case "w6": write("W6", try store.findEqual(), "us/query")
    case "w6b": write("W6b", try store.findRange(), "us/query")
    case "w6c": try passes("W6c", "ms", isFirstNamed: false) { try store.countUnindexed() }
    case "w7":
      let before = Environment.bytes(below: directory)
      write("W7", try store.updateBudgets(), "updates/s", try store.budgetSum())
      write("W7grow", Double(Environment.bytes(below: directory) - before), "bytes")
    case "w8": try passes("W8", "objects/s", isFirstNamed: true) { try store.traverse() }
    case "w9": write("W9", try store.deleteFolders(), "ms", store.tripCount)
    case "w10":
      let start = Environment.now()
      _ = try store.store.compact()
      write("W10", (Environment.now() - start) * 1e3, "ms")
      write("W10bytes", Double(Environment.bytes(below: directory)), "bytes")
    default: throw PeerError.phase(phase)
    }
  }

  /// Three passes in one process: the first one apart, then the median.
  private static func passes(
    _ name: String,
    _ unit: String,
    isFirstNamed: Bool,
    _ body: () throws -> (Double, UInt64)
  ) throws {
    var figures: [Double] = []
    var check: UInt64 = 0
    for pass in 0..<3 {
      let result = try body()
      figures.append(result.0)
      check = result.1
      if pass == 0, isFirstNamed { write("\(name)first", result, unit) }
    }
    write(name, figures.sorted()[1], unit, check)
  }

  private static func write(_ name: String, _ result: (rate: Double, times: [Double]), _ check: UInt64) {
    write(name, result.rate, "commits/s", check)
    let times = result.times
    for (part, label) in [(0.5, "p50"), (0.99, "p99"), (1, "max")] where !times.isEmpty {
      write(name + label, times[min(times.count - 1, Int(part * Double(times.count)))] * 1e6, "us")
    }
  }

  private static func write(_ name: String, _ result: (Double, UInt64), _ unit: String) {
    write(name, result.0, unit, result.1)
  }

  private static func write(_ name: String, _ figure: Double, _ unit: String, _ check: UInt64 = 0) {
    print("\(name) \(figure) \(unit) chk=\(check)")
  }
}
