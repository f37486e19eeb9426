import Foundation
import LogStore
import SimulationSupport

#if Sabotage
  /// Switches every deliberate fault of the protocol on in turn; the simulator has to find each.
  struct SabotageSuite {
    /// Seed of the first run.
    var first: Int
    var threads = 2
    /// Runs after which a fault counts as not found.
    var limit = 4000
    /// Names of the faults to look for; empty: all.
    var names: [String] = []

    /// - Returns: Whether each fault was found, and nothing without one.
    func run() async -> Bool {
      var missed: [Sabotage] = []
      if let (_, failure, _) = await find(nil, limit: 20) {
        print("the protocol without a fault is violated: nothing is proven\n\(failure)")
        return false
      }
      let faults = Sabotage.allCases.filter { names.isEmpty || names.contains("\($0)") }
      for fault in faults {
        Sabotage.inject(fault)
        if let (seed, failure, states) = await find(fault, limit: limit) {
          let reason = failure.message.split(separator: "\n").first ?? ""
          print("\(fault): found by seed \(seed) after \(states) states: \(reason)")
        } else {
          print("\(fault): NOT FOUND")
          missed.append(fault)
        }
        fflush(nil)
        Sabotage.inject(nil)
      }
      print("\(faults.count - missed.count) of \(faults.count) faults found")
      return missed.isEmpty
    }

    private func find(_ fault: Sabotage?, limit: Int) async -> (UInt64, SimulationFailure, Int)? {
      var effort = SimulationRun.Effort()
      effort.lossesAtMoment = 6
      effort.nestedLosses = 1
      effort.damageStride = 3
      let (chosen, first) = (effort, UInt64(first))
      let outcome = await SimulationPool(threads: threads).run(count: limit) { number in
        Simulation.random(
          seed: first + UInt64(number),
          operations: 40,
          durability: .full,
          effort: chosen,
          shrinks: false
        )
      }
      return outcome.failures.first.map { ($0.setup.seed, $0, outcome.counts.states) }
    }
  }
#endif
