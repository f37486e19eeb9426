import LogStore

/// What a store takes of the disk in which a few objects are replaced for ever.
struct SpaceFigures {
  let directory: String
  private static let objects = 100
  private static let body = String(repeating: "c", count: 10_000)

  /// Replaces 100 objects of 10 KB in turn, while ten readers keep sequence numbers between their looks at the store.
  func churn(rounds: Int) throws -> [Figure] {
    let items = try ItemStore(at: directory + "/churn.store")
    let store = items.store
    let ids = try items.fill(Self.objects, body: Self.body)
    var seen = [SequenceNumber](repeating: store.sequence, count: 10)
    var (worst, largest) = (0.0, 0)
    for round in 0..<rounds {
      let index = round % ids.count
      var batch = WriteBatch()
      items.update(ids[index], "item \(round)", Self.body, in: &batch)
      try store.commit(batch)
      if round % 100 == 0 {
        let reader = round / 100 % seen.count
        guard try store.changes(after: seen[reader]).count <= 1000 else {
          throw FigureError("too many changes")
        }
        seen[reader] = store.sequence
      }
      let statistics = store.statistics()
      let live = statistics.liveBytes + min(statistics.historyBytes, 16 << 20)
      let bound = 3 * live + 4 * (statistics.segmentTarget ?? 0)
      worst = max(worst, Double(statistics.segmentBytes) / Double(bound))
      largest = max(largest, statistics.segmentBytes)
    }
    let statistics = store.statistics()
    try store.close()
    return [
      Figure(
        name: "most that \(rounds) replacements of 100 x 10 KB took",
        value: Double(largest) / 1e6,
        unit: "MB",
        floor: Double(statistics.liveBytes) / 1e6,
        floorName: "live records"
      ),
      Figure(name: "share of the bound of FORMAT.md, at most", value: worst, unit: ""),
      Figure(name: "compactions for that", value: Double(statistics.compactions), unit: ""),
      Figure(
        name: "copied for that, share of what was written",
        value: Double(statistics.compactedBytes) / Double(rounds * 10_000),
        unit: ""
      ),
    ]
  }
}
