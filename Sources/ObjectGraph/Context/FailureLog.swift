/// Failures of calls that cannot throw, kept until one throws them that can.
///
/// Only the first ones are kept: a getter that fails each time it is read must not fill the memory.
struct FailureLog {
  private static let limit = 16

  private var pending: [(number: Int, error: ObjectGraphError)] = []
  private var latest: ObjectGraphError?
  /// How many failures there ever were.
  private(set) var count = 0

  /// Notes a failure.
  mutating func append(_ error: ObjectGraphError) {
    count += 1
    latest = error
    if pending.count < Self.limit { pending.append((count, error)) }
  }

  /// Whether nothing waits to be thrown.
  var isEmpty: Bool { pending.isEmpty }

  /// Gives up the first failure.
  mutating func takeFirst() -> ObjectGraphError? { pending.isEmpty ? nil : pending.removeFirst().error }

  /// Gives up all failures after the first `mark`, and returns the first of them.
  mutating func take(since mark: Int) -> ObjectGraphError? {
    guard count > mark else { return nil }
    let first = pending.first { $0.number > mark }?.error ?? latest
    pending.removeAll { $0.number > mark }
    return first
  }

  /// Gives up all.
  mutating func removeAll() { pending = [] }
}
