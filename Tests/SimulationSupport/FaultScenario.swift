package import LogStoreTesting

/// A short workload in which one call to the disk fails, or every call from one on.
package struct FaultScenario: Sendable, CustomStringConvertible {
  package var number: UInt64
  package var failure: DiskFailure

  /// Every way in which a call fails.
  package static let failures: [DiskFailure] = {
    let ways: [(DiskFailure.Reason, DiskFailure.Effect)] = [
      (.inputOutput, .nothing), (.noSpace, .nothing), (.interrupted, .nothing),
      (.noSpace, .shortWrite(bytes: 700)), (.inputOutput, .marksPagesClean), (.inputOutput, .revertsPages),
    ]
    return ways.flatMap { reason, effect in
      [false, true].map { DiskFailure(isPermanent: $0, reason: reason, effect: effect) }
    }
  }()

  package init(number: UInt64, failure: DiskFailure, afterCalls: Int) {
    self.number = number
    self.failure = failure
    self.failure.afterCalls = afterCalls
  }

  private var setup: SimulationSetup {
    var setup = SimulationSetup(seed: number)
    // The first twenty are in the mode full, the others as random runs are.
    if number >= 20 { setup.durability = Simulation.durability(ofSeed: number) }
    return setup
  }

  private var operations: [Operation] {
    var randomness = SimulatedRandomness(seed: number ^ 0xFA17)
    let kinds = Operation.Kind.ordinary.filter { $0 != .abortEarly && $0 != .abortLate }
    return (0..<7).map { _ in
      Operation(kinds.randomElement(using: &randomness) ?? .put, choice: randomness.next() >> 40)
    }
  }

  /// What came of a scenario.
  package struct Outcome {
    /// Whether the call that fails was made.
    package var reached = true
    package var counts = SimulationCounts()
    /// What is wrong; nil if all is well.
    package var failure: SimulationFailure?
    /// Every call to the disk, if they were to be noted.
    package var trace: [String] = []
  }

  /// Runs it, ends it with losses of power, and compares.
  ///
  /// - Parameter tracing: Whether to note every call to the disk.
  package func run(tracing: Bool = false) -> Outcome {
    do {
      let run = try SimulationRun(setup)
      run.isExploring = false
      for operation in Simulation.Prefix.short.operations { try run.perform(operation) }
      if tracing { run.startTracing() }
      try run.fail(with: failure)
      var problem: String?
      do {
        for operation in operations { try run.perform(operation) }
        try run.loseAtEnd()
      } catch {
        problem = "\(self): \(error)"
      }
      return Outcome(
        reached: run.failuresStruck > 0,
        counts: run.counts,
        failure: problem.map { SimulationFailure(setup: setup, operations: run.operations, message: $0) },
        trace: run.trace
      )
    } catch {
      let failure = SimulationFailure(setup: setup, operations: [], message: "\(self): \(error)")
      return Outcome(failure: failure)
    }
  }

  package var description: String {
    "scenario \(number), \(failure.isPermanent ? "all calls" : "the call") after \(failure.afterCalls) fail with "
      + "\(failure.reason), \(failure.effect)"
  }
}
