/// How the commits of several threads become groups: who leads, who waits, and for how long a leader waits for
/// those that are about to come.
///
/// A group is led by the thread that began it, or by whoever finds it waiting and nobody leading. The committers
/// of the group before come back with their next commit at about the same time, so the leader gives them a
/// moment: one write for all costs less than a write for each. Where that did not pay, it is left out for a
/// while.
struct CommitGrouping {
  /// Microseconds that a leader waits for the committers of the group before.
  private static let patience = 100
  /// Groups for which waiting is left out after it did not pay, at most.
  private static let longestPause = 64

  /// The group that a leader has in hand.
  var leading: CommitGroup?
  /// Threads that need the write side for themselves: no commit is laid out until they had it.
  var exclusiveWaiters = 0
  /// Wakes those that wait for the above to be over.
  var gate: Signal?
  /// Commits that the next group may get.
  private var expected = 1
  private var pause = 0
  private var nextPause = 1
  private var arrival: (signal: Signal, count: Int)?

  /// What a leader should wait on before it writes a group; nil: nothing.
  mutating func gathering(for group: CommitGroup) -> (signal: Signal, value: UInt64, microseconds: Int)? {
    guard group.frameCount < expected, exclusiveWaiters == 0 else { return nil }
    guard pause == 0 else {
      pause -= 1
      return nil
    }
    let signal = arrival?.signal ?? Signal()
    arrival = (signal, expected)
    return (signal, signal.value, Self.patience)
  }

  /// Notes whether waiting brought the commits that were expected.
  mutating func gathered(_ group: CommitGroup) {
    guard let awaited = arrival else { return }
    if group.frameCount >= awaited.count {
      nextPause = 1
    } else {
      pause = nextPause
      nextPause = min(2 * nextPause, Self.longestPause)
    }
    arrival?.count = .max
  }

  /// The signal that a leader waits on, if a group has as many commits now as it waits for.
  func arrived(in group: CommitGroup) -> Signal? {
    guard let arrival, leading === group, group.frameCount == arrival.count else { return nil }
    return arrival.signal
  }

  /// Notes the end of a group and how many commits came meanwhile.
  mutating func ended(_ group: CommitGroup, waiting: Int) {
    leading = nil
    expected = group.frameCount + waiting
  }
}
