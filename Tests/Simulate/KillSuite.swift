import Foundation
import LogStore
import SimulationSupport

/// Kills a process that writes to a store on the real file system, again and again, and lets its successor compare
/// what is there with what a second file says was acknowledged.
struct KillSuite {
  var count: Int
  var seed: Int

  /// - Returns: Whether nothing was lost.
  func run() throws -> Bool {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "kills-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var generator = SeededDelays(seed: UInt64(seed))
    print("seed \(seed), \(directory.path)")
    for number in 1...count {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      process.arguments = ["write", directory.path, "\(seed &+ number)"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let (waits, microseconds) = generator.moment()
      // The worker says when it has opened the store; without a word it has ended by itself.
      var words = Data()
      if waits { words = output.fileHandleForReading.availableData }
      usleep(microseconds)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
        words += try output.fileHandleForReading.readToEnd() ?? Data()
        print(String(decoding: words, as: UTF8.self))
        print("kill \(number): the process ended by itself with status \(process.terminationStatus)")
        return false
      }
      if number % 100 == 0 {
        print("\(number) kills; \(try KillOracle(directory).acknowledged) commits acknowledged")
      }
    }
    _ = try KillWorker(directory, seed: UInt64(seed))
    print(
      "\(count) kills, none lost anything; \(try KillOracle(directory).acknowledged) commits acknowledged"
    )
    return true
  }
}

/// Moments for killing: most while the process writes, some while it opens.
private struct SeededDelays {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// - Returns: Whether to wait until the store is open, and for how long from then on.
  mutating func moment() -> (waits: Bool, microseconds: UInt32) {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    let isOpening = state % 8 == 0
    return (!isOpening, UInt32(state >> 8 % (isOpening ? 40_000 : 120_000)))
  }
}
