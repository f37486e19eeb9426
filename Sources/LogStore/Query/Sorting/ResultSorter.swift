/// Collects results with their sort keys and puts them in order, keeping no more of them than are asked for.
///
/// Comparing two entries mostly compares two or three words. With a bound of `n` results the buffer holds up
/// to `2n + 64` entries; when it is full it is sorted and cut, and from then on whatever comes behind the
/// last kept entry is refused at once: the work is that of a heap, with fewer and straighter comparisons.
final class ResultSorter {
  private let readers: [SortKeyReader]
  private let evaluator: Evaluator
  private let bound: Int?
  private let capacity: Int
  private let keepsDetails: Bool
  private var entries: [SortEntry] = []
  private var details: [SortDetail] = []
  private var words: [UInt64] = []
  private var free: [Int] = []
  private var worst: SortEntry?

  /// - Parameter bound: Largest number of results that matters.
  init(_ readers: [SortKeyReader], bound: Int?, _ evaluator: Evaluator) {
    self.readers = readers
    self.bound = bound
    self.evaluator = evaluator
    capacity = bound.map { $0 > Int.max / 4 ? Int.max : 2 * $0 + 64 } ?? .max
    keepsDetails = readers.count > 2 || readers.contains { $0.hasDetails }
  }

  /// Takes a result.
  func add(_ row: Row) throws(StoreError) {
    var entry = SortEntry(ranks: 0, first: 0, second: 0, id: row.id, details: 0)
    if keepsDetails { entry.details = reserve() }
    for (index, reader) in readers.enumerated() {
      let key = try reader.key(row, evaluator)
      if index < 32 { entry.ranks |= key.rank << UInt64(62 - 2 * index) }
      if index == 0 { entry.first = key.word } else if index == 1 { entry.second = key.word }
      if keepsDetails {
        details[entry.details + index] = key.detail
        words[entry.details + index] = key.word
      }
      // Most refused entries are refused by their first key.
      if index == 0, let worst, entry.ranks >> 62 == worst.ranks >> 62, entry.first > worst.first {
        return release(entry)
      }
    }
    if let worst, !isOrdered(entry, worst) { return release(entry) }
    entries.append(entry)
    if entries.count >= capacity { cut() }
  }

  /// The results in order.
  func finish() -> [ObjectID] {
    cut()
    return entries.map(\.id)
  }

  private func cut() {
    entries.sort { isOrdered($0, $1) }
    guard let bound, entries.count > bound else { return }
    for entry in entries[bound...] { release(entry) }
    entries.removeSubrange(bound...)
    worst = entries.last
  }

  private func reserve() -> Int {
    if let place = free.popLast() { return place }
    let place = details.count
    for _ in readers {
      details.append(.none)
      words.append(0)
    }
    return place
  }

  private func release(_ entry: SortEntry) {
    if keepsDetails { free.append(entry.details) }
  }

  /// Whether one entry comes before another.
  private func isOrdered(_ a: SortEntry, _ b: SortEntry) -> Bool {
    if !keepsDetails {
      if a.ranks == b.ranks {
        if a.first != b.first { return a.first < b.first }
        if a.second != b.second { return a.second < b.second }
        return a.id < b.id
      }
    } else if a.ranks >> 62 == b.ranks >> 62, a.first != b.first {
      return a.first < b.first
    }
    for (index, reader) in readers.enumerated() {
      let shift = UInt64(62 - 2 * min(index, 31))
      let rank = (a.ranks >> shift & 3, b.ranks >> shift & 3)
      if rank.0 != rank.1 { return rank.0 < rank.1 }
      if !keepsDetails {
        let word = index == 0 ? (a.first, b.first) : (a.second, b.second)
        if word.0 != word.1 { return word.0 < word.1 }
        continue
      }
      let word = (words[a.details + index], words[b.details + index])
      if word.0 != word.1 { return word.0 < word.1 }
      let order = details[a.details + index].compare(details[b.details + index], reader.order)
      if order != 0 { return order * reader.sign < 0 }
    }
    return a.id < b.id
  }
}
