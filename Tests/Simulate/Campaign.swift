import LogStore
import LogStoreTesting
import SimulationSupport

/// Every short sequence, then random runs up to a number of states.
struct Campaign {
  /// Crash states to look at.
  var states: Int
  /// Seed of the first random run.
  var first: Int
  var threads = 2

  /// - Returns: Whether nothing was violated.
  func run() async -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    let rate = { @Sendable (counts: SimulationCounts) in
      let time = clock.now - start
      let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
      return "\(Int(Double(counts.states) / max(seconds, 0.001))) states a second"
    }
    let pool = SimulationPool(threads: threads)
    var counts = SimulationCounts()
    var effort = SimulationRun.Effort()
    effort.nestedLosses = 1
    let tiers: [(length: Int, durability: StoreOptions.Durability)] = [
      (1, .full), (1, .relaxed), (1, .none), (2, .full), (2, .relaxed), (2, .none), (3, .full),
    ]
    for (length, durability) in tiers {
      for prefix in Simulation.Prefix.allCases {
        // Sequences of three: each moment, but not each loss of power at it.
        if length == 3 { (effort.lossesAtMoment, effort.depth) = (6, 1) }
        let sequences = Simulation.sequences(length: length)
        let chosen = effort
        let outcome = await pool.run(count: sequences.count, failures: 5) { number in
          Simulation.sequence(
            sequences[number],
            after: prefix,
            seed: UInt64(number),
            durability: durability,
            effort: chosen
          )
        }
        counts.add(outcome.counts)
        print(
          "\(sequences.count) sequences of \(length) after \(prefix), \(durability): \(outcome.counts);"
            + " \(rate(counts))"
        )
        guard report(outcome.failures) else { return false }
      }
    }
    effort = SimulationRun.Effort()
    effort.depth = 3
    effort.lossesAtMoment = 8
    effort.nestedLosses = 1
    effort.pollStride = 4
    let chosen = effort
    let done = counts
    let first = UInt64(first)
    let loud = SimulationPool(threads: threads) { more in
      var all = done
      all.add(more)
      print("\(all); \(rate(all))")
    }
    let outcome = await loud.run(states: max(0, states - counts.states), failures: 5) { number in
      let seed = first + UInt64(number)
      return Simulation.random(
        seed: seed,
        operations: 60,
        durability: Simulation.durability(ofSeed: seed),
        effort: chosen
      )
    }
    counts.add(outcome.counts)
    print("\(counts); \(rate(counts)); random seeds from \(first) on")
    return report(outcome.failures)
  }

  private func report(_ failures: [SimulationFailure]) -> Bool {
    for failure in failures { print("VIOLATION\n\(failure)\n") }
    return failures.isEmpty
  }
}
