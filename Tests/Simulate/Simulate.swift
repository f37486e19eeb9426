import Foundation
import LogStore
import LogStoreTesting
import SimulationSupport

/// The long tiers of the crash tests: `simulate help` says which there are.
@main
struct Simulate {
  static let help = """
    usage: simulate short|long [STATES] [FIRST-SEED]   every short sequence of operations, then random runs
           simulate random SEED [OPERATIONS] [MODE]    one random run, looked at in full; without a mode of durability
                                                       (full, relaxed, none) that which long has for the seed
           simulate faults [FIRST] [COUNT]             every call of twenty scenarios fails in every way
           simulate fault SCENARIO CALLS               the call after so many of one scenario fails in every way; prints
                                                       all calls of a run that goes wrong
           simulate kills [COUNT] [SEED]               kills a process that writes to a real file system
           simulate blobs [CHANGES] [SEED]             kills a process that puts, replaces and deletes large values
           simulate blob [MEBIBYTES]                   writes and reads one large value; prints the peak memory
           simulate mixed [SECONDS] [SEED] [alone]     a writer, eight readers, compaction and a second process that
                                                       follows, all at once on a real file system
           simulate sabotage [SEED] [FAULT ...]        finds every deliberate fault (build with --traits Sabotage)
    """

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let number = { (index: Int) in index < arguments.count ? Int(arguments[index]) : nil }
    let isRight: Bool
    switch arguments.first {
    case "short": isRight = await Campaign(states: number(1) ?? 100_000, first: number(2) ?? 1).run()
    case "long": isRight = await Campaign(states: number(1) ?? 2_000_000, first: number(2) ?? 1).run()
    case "random": isRight = single(UInt64(number(1) ?? 1), number(2) ?? 40, arguments.dropFirst(3).first)
    case "faults": isRight = await FaultSuite(first: number(1) ?? 0, count: number(2) ?? 20).run()
    case "fault" where arguments.count == 3:
      isRight = FaultSuite.trace(scenario: UInt64(number(1) ?? 0), afterCalls: number(2) ?? 0)
    case "kills": isRight = try KillSuite(count: number(1) ?? 1000, seed: number(2) ?? 1).run()
    case "write" where arguments.count == 3:
      do {
        var worker = try KillWorker(URL(fileURLWithPath: arguments[1]), seed: UInt64(number(2) ?? 1))
        try FileHandle.standardOutput.write(contentsOf: Data("open\n".utf8))
        try worker.run()
      } catch {
        print("VIOLATION\n\(error)")
      }
      isRight = false
    case "blobs": isRight = try BlobSuite.soak(changes: number(1) ?? 10_000, seed: number(2) ?? 1)
    case "blob": isRight = try BlobSuite.large(mebibytes: number(1) ?? 2048)
    case "put" where arguments.count == 3:
      do {
        var worker = try BlobWorker(URL(fileURLWithPath: arguments[1]), seed: UInt64(number(2) ?? 1))
        try FileHandle.standardOutput.write(contentsOf: Data("open\n".utf8))
        try worker.run()
      } catch {
        print("VIOLATION\n\(error)")
      }
      isRight = false
    case "mixed":
      isRight = try MixedRun(
        seconds: Double(number(1) ?? 600),
        seed: UInt64(number(2) ?? 1),
        hasFollower: !arguments.contains("alone")
      ).run()
    case "follow" where arguments.count == 3: isRight = followed(arguments[1], Double(number(2) ?? 1))
    case "sabotage":
      #if Sabotage
        isRight = await SabotageSuite(first: number(1) ?? 1, names: Array(arguments.dropFirst(2))).run()
      #else
        print("build with --traits Sabotage")
        isRight = false
      #endif
    default:
      print(help)
      isRight = arguments.first == "help"
    }
    exit(isRight ? 0 : 1)
  }

  private static func followed(_ path: String, _ seconds: Double) -> Bool {
    do {
      return try MixedRun.follow(path, seconds: seconds)
    } catch {
      print("VIOLATION of the follower\n\(error)")
      return false
    }
  }

  private static func single(_ seed: UInt64, _ operations: Int, _ mode: String?) -> Bool {
    let modes: [String: StoreOptions.Durability] = ["full": .full, "relaxed": .relaxed, "none": .none]
    guard let durability = mode.map({ modes[$0] }) ?? Simulation.durability(ofSeed: seed) else {
      print(help)
      return false
    }
    let result = Simulation.random(
      seed: seed,
      operations: operations,
      durability: durability,
      effort: .init()
    )
    print(result.failure.map { "\($0)" } ?? "right: \(result.counts)")
    return result.failure == nil
  }
}
