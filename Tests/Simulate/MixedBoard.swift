import LogStore

/// What the threads of a mixed run share: when it ends, what they count, and what they find wrong.
final class MixedBoard: Sendable {
  struct Counts: Sendable {
    var versions = 0
    var checkpoints = 0
  }

  private let end: ContinuousClock.Instant
  private let state = Lock((counts: Counts(), problems: [String]()))

  init(end: ContinuousClock.Instant) { self.end = end }

  /// Whether time is left and nothing is wrong yet.
  var goesOn: Bool { ContinuousClock.now < end && state.withLock { $0.problems.isEmpty } }

  var counts: Counts { state.withLock { $0.counts } }
  var problems: [String] { state.withLock { $0.problems } }

  func note(_ change: @Sendable (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

  /// Does a thread's work; its error is a problem of the run.
  func work(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      let problem = "\(error)"
      state.withLock { $0.problems.append(problem) }
    }
  }
}
