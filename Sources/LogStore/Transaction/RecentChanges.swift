/// The changes of the newest commits, kept in memory for contexts that follow.
struct RecentChanges {
  /// Changes are known for commits after this one.
  private(set) var floor: SequenceNumber
  private var commits: [CommittedChanges] = []
  private var count = 0
  private static let bound = 1 << 16

  init(floor: SequenceNumber) { self.floor = floor }

  /// Adds a commit; drops the oldest ones above a bound.
  mutating func append(_ commit: CommittedChanges) {
    commits.append(commit)
    count += commit.changes.count
    var dropped = 0
    while count > Self.bound, dropped < commits.count - 1 {
      count -= commits[dropped].changes.count
      floor = commits[dropped].sequence
      dropped += 1
    }
    if dropped > 0 { commits.removeFirst(dropped) }
  }

  /// The commits after one; nil if some of them are not known any more.
  func after(_ sequence: SequenceNumber) -> [CommittedChanges]? {
    guard sequence >= floor else { return nil }
    guard let first = commits.firstIndex(where: { $0.sequence > sequence }) else { return [] }
    return Array(commits[first...])
  }
}
