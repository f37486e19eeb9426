import Synchronization

/// Runs numbered jobs on several threads until one fails or all are done.
package struct SimulationPool: Sendable {
  package var threads: Int
  /// Called now and then with what has been looked at so far.
  package var progress: (@Sendable (SimulationCounts) -> Void)?

  package init(threads: Int, progress: (@Sendable (SimulationCounts) -> Void)? = nil) {
    self.threads = threads
    self.progress = progress
  }

  private struct Shared {
    var next = 0
    var counts = SimulationCounts()
    var failures: [SimulationFailure] = []
  }

  private final class Board: Sendable {
    let shared = Mutex(Shared())
  }

  /// Runs jobs 0, 1, 2 … until `count` are done, `states` states have been looked at, or some have failed.
  ///
  /// - Returns: What was looked at, and the failures.
  package func run(
    count: Int = .max,
    states: Int = .max,
    failures: Int = 1,
    _ job: @escaping @Sendable (Int) -> Simulation.Result
  ) async -> (counts: SimulationCounts, failures: [SimulationFailure]) {
    let board = Board()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads {
        group.addTask { [progress] in
          while true {
            let number = board.shared.withLock { state -> Int? in
              let isDone =
                state.next >= count || state.counts.states >= states || state.failures.count >= failures
              if isDone { return nil }
              state.next += 1
              return state.next - 1
            }
            guard let number else { return }
            let result = job(number)
            let counts = board.shared.withLock { state in
              state.counts.add(result.counts)
              if let failure = result.failure { state.failures.append(failure) }
              return state.counts
            }
            if number % 16 == 15 { progress?(counts) }
          }
        }
      }
    }
    return board.shared.withLock { ($0.counts, $0.failures) }
  }
}
