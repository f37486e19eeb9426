import LogStoreTesting
import SimulationSupport

/// Every call of every scenario fails in every way.
struct FaultSuite {
  var first = 0
  var count = 20
  var threads = 2

  /// - Returns: Whether nothing was lost and no answer was wrong.
  func run() async -> Bool {
    let first = first
    let kinds = FaultScenario.failures
    let outcome = await SimulationPool(threads: threads).run(
      count: count * kinds.count,
      failures: 20
    ) { number in
      var result = Simulation.Result()
      var calls = 0
      while true {
        let scenario = FaultScenario(
          number: UInt64(first + number / kinds.count),
          failure: kinds[number % kinds.count],
          afterCalls: calls
        )
        let outcome = scenario.run()
        result.counts.add(outcome.counts)
        result.failure = outcome.failure
        result.counts.faults += 1
        guard outcome.reached, outcome.failure == nil else { return result }
        calls += 1
      }
    }
    for failure in outcome.failures { print("VIOLATION\n\(failure)\n") }
    print("\(outcome.counts.faults) failing calls in \(count) scenarios; \(outcome.counts)")
    return outcome.failures.isEmpty
  }

  /// Lets one call of a scenario fail in every way, and prints all calls of the first run that goes wrong: each with
  /// the number by which failures are counted.
  ///
  /// - Returns: Whether none does.
  static func trace(scenario: UInt64, afterCalls calls: Int) -> Bool {
    for failure in FaultScenario.failures {
      let outcome = FaultScenario(number: scenario, failure: failure, afterCalls: calls).run(tracing: true)
      guard let failure = outcome.failure else { continue }
      print("VIOLATION\n\(failure)\n")
      for line in outcome.trace { print(line) }
      return false
    }
    print("right in \(FaultScenario.failures.count) ways to fail")
    return true
  }
}
