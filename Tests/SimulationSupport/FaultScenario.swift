package import LogStoreTesting

/// A short workload in which one call to the disk fails, or every call from one on.
package struct FaultScenario: Sendable, CustomStringConvertible {
  package var number: UInt64
  package var failure: DiskFailure

  package static let count: UInt64 = 20

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

  private var setup: SimulationSetup { SimulationSetup(seed: number) }

  private var operations: [Operation] {
    var randomness = SimulatedRandomness(seed: number ^ 0xFA17)
    let kinds = Operation.Kind.ordinary.filter { $0 != .abortEarly && $0 != .abortLate }
    return (0..<7).map { _ in
      Operation(kinds.randomElement(using: &randomness) ?? .put, choice: randomness.next() >> 40)
    }
  }

  /// Runs it, ends it with losses of power, and compares.
  ///
  /// - Returns: What is wrong; nil if all is well. `reached` says whether the call that fails was made.
  package func run() -> (reached: Bool, counts: SimulationCounts, failure: SimulationFailure?) {
    do {
      let run = try SimulationRun(setup)
      run.isExploring = false
      for operation in Simulation.Prefix.short.operations { try run.perform(operation) }
      try run.fail(with: failure)
      var problem: String?
      do {
        for operation in operations { try run.perform(operation) }
        try run.loseAtEnd()
      } catch {
        problem = "\(self): \(error)"
      }
      return (
        run.failuresStruck > 0,
        run.counts,
        problem.map { SimulationFailure(setup: setup, operations: run.operations, message: $0) }
      )
    } catch {
      let failure = SimulationFailure(setup: setup, operations: [], message: "\(self): \(error)")
      return (true, SimulationCounts(), failure)
    }
  }

  package var description: String {
    "scenario \(number), \(failure.isPermanent ? "all calls" : "the call") after \(failure.afterCalls) fail with "
      + "\(failure.reason), \(failure.effect)"
  }
}
