package import LogStore
import LogStoreTesting

/// Runs of the simulator: what is tried, and how a run that fails is cut down to what makes it fail.
package enum Simulation {
  /// What stands before the operations of a short sequence.
  package enum Prefix: String, Sendable, CaseIterable {
    /// A box with an item or more.
    case short
    /// Every kind of record, two segments, a checkpoint, a compaction, something dead.
    case rich

    var operations: [Operation] {
      switch self {
      case .short: [Operation(.insert, choice: 1)]
      case .rich:
        [
          Operation(.insert, choice: 1), Operation(.insert, choice: 2), Operation(.bulk, choice: 3),
          Operation(.checkpoint), Operation(.delete, choice: 4), Operation(.compact), Operation(.roll),
          Operation(.put, choice: 5), Operation(.insert, choice: 6),
        ]
      }
    }
  }

  /// A run and what came of it.
  package struct Result: Sendable {
    package var counts = SimulationCounts()
    package var failure: SimulationFailure?

    package init() {}
  }

  /// The mode of the random runs of a seed, unless another one is asked for: every second is in the full mode.
  package static func durability(ofSeed seed: UInt64) -> StoreOptions.Durability {
    switch seed % 4 {
    case 1: .relaxed
    case 3: .none
    default: .full
    }
  }

  /// Random operations, each looked at.
  package static func random(
    seed: UInt64,
    operations count: Int,
    durability: StoreOptions.Durability,
    effort: SimulationRun.Effort,
    shrinks: Bool = true
  ) -> Result {
    var randomness = SimulatedRandomness(seed: seed ^ 0x5EED)
    let operations = (0..<count).map { _ in Operation.random(using: &randomness) }
    var setup = SimulationSetup(seed: seed)
    setup.durability = durability
    return result(setup, effort, operations, exploringFrom: 0, shrinks: shrinks)
  }

  /// All sequences of a number of ordinary operations.
  package static func sequences(length: Int) -> [[Operation]] {
    var sequences: [[Operation]] = [[]]
    for _ in 0..<length {
      sequences = sequences.flatMap { sequence in Operation.Kind.ordinary.map { sequence + [Operation($0)] } }
    }
    return sequences
  }

  /// A short sequence behind a prefix. Only its last operation is looked at: its beginnings are sequences of
  /// their own.
  package static func sequence(
    _ operations: [Operation],
    after prefix: Prefix,
    seed: UInt64,
    durability: StoreOptions.Durability = .full,
    effort: SimulationRun.Effort
  ) -> Result {
    let all = prefix.operations + operations
    var setup = SimulationSetup(seed: seed)
    setup.durability = durability
    return result(setup, effort, all, exploringFrom: all.count - 1)
  }

  private static func result(
    _ setup: SimulationSetup,
    _ effort: SimulationRun.Effort,
    _ operations: [Operation],
    exploringFrom first: Int,
    shrinks: Bool = true
  ) -> Result {
    var result = Result()
    do {
      let run = try SimulationRun(setup, effort: effort, exploresCreation: first == 0)
      defer { result.counts = run.counts }
      for (index, operation) in operations.enumerated() {
        run.isExploring = index >= first
        do {
          try run.perform(operation)
        } catch {
          let done = Array(operations.prefix(index + 1))
          let failure = SimulationFailure(setup: setup, operations: done, message: "\(error)")
          result.failure = shrinks ? shrunk(failure) : failure
          break
        }
      }
    } catch {
      result.failure = SimulationFailure(setup: setup, operations: [], message: "creation: \(error)")
    }
    return result
  }

  // MARK: Shrinking

  /// The failure with every operation left out that it does not need.
  private static func shrunk(_ failure: SimulationFailure) -> SimulationFailure {
    var effort = SimulationRun.Effort()
    effort.nestedLosses = 6
    guard var smallest = repeated(failure, effort) else { return failure }
    var index = smallest.operations.count - 2
    while index >= 0 {
      var candidate = smallest
      candidate.operations.remove(at: index)
      if let again = repeated(candidate, effort) { smallest = again }
      index = min(index - 1, smallest.operations.count - 2)
    }
    return smallest
  }

  /// The failure of a list of operations of which only the last is looked at, at every moment.
  private static func repeated(
    _ failure: SimulationFailure,
    _ effort: SimulationRun.Effort
  ) -> SimulationFailure? {
    guard let run = try? SimulationRun(failure.setup, effort: effort) else { return nil }
    for (index, operation) in failure.operations.enumerated() {
      run.isExploring = index == failure.operations.count - 1
      do {
        try run.perform(operation)
      } catch {
        return SimulationFailure(
          setup: failure.setup,
          operations: Array(failure.operations.prefix(index + 1)),
          message: "\(error)"
        )
      }
    }
    return nil
  }
}
