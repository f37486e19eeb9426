/// Collects results with their sort keys and puts them in order, keeping no more of them than are asked for.
///
/// Comparing two entries mostly compares two or three words. With a bound of `n` results the buffer holds up
/// to `2n + 64` entries; when it is full it is sorted and cut, and from then on whatever comes behind the
/// last kept entry is refused at once: the work is that of a heap, with fewer and straighter comparisons.
package final class ResultSorter {
  private let readers: [SortKeyReader]
  private let evaluator: Evaluator
  private let bound: Int?
  private let capacity: Int
  private let keepsDetails: Bool
  private let quick: (first: SortKeyReader, second: SortKeyReader?)?
  // Nothing here is reached twice at a time; the checks for it would cost more than the comparisons.
  @exclusivity(unchecked) private var entries: [SortEntry] = []
  @exclusivity(unchecked) private var details: [SortDetail] = []
  @exclusivity(unchecked) private var words: [UInt64] = []
  @exclusivity(unchecked) private var free: [Int] = []
  @exclusivity(unchecked) private var worst: SortEntry?

  /// - Parameter bound: Largest number of results that matters.
  init(_ readers: [SortKeyReader], bound: Int?, _ evaluator: Evaluator) {
    self.readers = readers
    self.bound = bound
    self.evaluator = evaluator
    capacity = Self.capacity(for: bound)
    keepsDetails = readers.count > 2 || readers.contains { $0.hasDetails }
    quick =
      !keepsDetails && readers.allSatisfy(\.isOwn)
      ? readers.first.map { ($0, readers.count > 1 ? readers[1] : nil) } : nil
  }

  /// Number of entries at which the buffer is sorted and cut.
  ///
  /// - Parameter bound: Largest number of results that matters; nil if all do.
  package static func capacity(for bound: Int?) -> Int {
    bound.map { $0 > Int.max / 4 ? Int.max : 2 * $0 + 64 } ?? .max
  }

  /// Takes a result.
  func add(_ row: Row) throws(StoreError) {
    if let quick { return try addQuickly(row, quick.first, quick.second) }
    if keepsDetails, let worst, readers[0].isBehind(worst.ranks >> 62, worst.first, row) { return }
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

  /// Takes a result whose keys are at most two whole words of its own record.
  private func addQuickly(_ row: Row, _ first: SortKeyReader, _ second: SortKeyReader?) throws(StoreError) {
    let key = try first.wholeKey(row)
    var entry = SortEntry(ranks: key.rank << 62, first: key.word, second: 0, id: row.id, details: 0)
    if let worst {
      let rank = worst.ranks >> 62
      if key.rank > rank || key.rank == rank && key.word > worst.first { return }
    }
    if let second {
      let key = try second.wholeKey(row)
      entry.ranks |= key.rank << 60
      entry.second = key.word
    }
    if let worst, !Self.isOrdered(entry, worst) { return }
    entries.append(entry)
    if entries.count >= capacity { cut() }
  }

  /// The results in order.
  func finish() -> [ObjectID] {
    cut()
    return entries.map(\.id)
  }

  private func cut() {
    if keepsDetails {
      entries.sort { isOrdered($0, $1) }
    } else {
      entries.sort { Self.isOrdered($0, $1) }
    }
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

  /// Whether one entry of at most two whole keys comes before another.
  @inline(__always)
  private static func isOrdered(_ a: SortEntry, _ b: SortEntry) -> Bool {
    if a.ranks == b.ranks {
      if a.first != b.first { return a.first < b.first }
      if a.second != b.second { return a.second < b.second }
      return a.id < b.id
    }
    if a.ranks >> 62 != b.ranks >> 62 { return a.ranks < b.ranks }
    return a.first != b.first ? a.first < b.first : a.ranks < b.ranks
  }

  /// Whether one entry comes before another.
  private func isOrdered(_ a: SortEntry, _ b: SortEntry) -> Bool {
    if !keepsDetails { return Self.isOrdered(a, b) }
    if a.ranks >> 62 == b.ranks >> 62, a.first != b.first { return a.first < b.first }
    for (index, reader) in readers.enumerated() {
      let shift = UInt64(62 - 2 * min(index, 31))
      let rank = (a.ranks >> shift & 3, b.ranks >> shift & 3)
      if rank.0 != rank.1 { return rank.0 < rank.1 }
      let word = (words[a.details + index], words[b.details + index])
      if word.0 != word.1 { return word.0 < word.1 }
      let order = details[a.details + index].compare(details[b.details + index], reader.order)
      if order != 0 { return order * reader.sign < 0 }
    }
    return a.id < b.id
  }
}
