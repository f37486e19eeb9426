import LogStoreTesting
import SimulationSupport

/// Every call of every scenario fails in every way.
struct FaultSuite {
  var threads = 2

  /// - Returns: Whether nothing was lost and no answer was wrong.
  func run() async -> Bool {
    let kinds = FaultScenario.failures
    let outcome = await SimulationPool(threads: threads).run(
      count: Int(FaultScenario.count) * kinds.count,
      failures: 20
    ) { number in
      var result = Simulation.Result()
      var calls = 0
      while true {
        let scenario = FaultScenario(
          number: UInt64(number / kinds.count),
          failure: kinds[number % kinds.count],
          afterCalls: calls
        )
        let (reached, counts, failure) = scenario.run()
        result.counts.add(counts)
        result.failure = failure
        result.counts.faults += 1
        guard reached, failure == nil else { return result }
        calls += 1
      }
    }
    for failure in outcome.failures { print("VIOLATION\n\(failure)\n") }
    print("\(outcome.counts.faults) failing calls in \(FaultScenario.count) scenarios; \(outcome.counts)")
    return outcome.failures.isEmpty
  }
}
