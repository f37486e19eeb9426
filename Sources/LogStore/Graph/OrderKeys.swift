/// Places in an ordered relationship: numbers with room between them, so that a change of order writes few
/// records.
enum OrderKeys {
  /// Distance of two neighbours that were appended.
  static let gap: UInt64 = 1 << 32

  /// The place behind another one; nil when the numbers are used up.
  static func following(_ last: UInt64?) -> UInt64? {
    let (place, overflow) = (last ?? 0).addingReportingOverflow(gap)
    return overflow ? nil : place
  }

  /// Rising places for a list, of which some are given: as many of the given ones as possible are kept (the
  /// longest rising run; Fredman 1975), and the others are spread over the room between them. Where there is
  /// no room, the neighbours that are in the way give up theirs.
  ///
  /// - Complexity: O(n log n).
  static func assign(_ present: [UInt64?]) -> [UInt64] {
    var kept = longestRisingRun(present)
    while true {
      if let places = fill(present, kept) { return places }
      // Every second one that is kept gives up its place: the windows double until there is room.
      kept = kept.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      if kept.isEmpty {
        let count = UInt64(present.count) + 1
        let step = min(gap, UInt64.max / max(count, 1))
        return (0..<present.count).map { step * (UInt64($0) + 1) }
      }
    }
  }

  /// Spreads the places between those kept; nil if some window has no room.
  private static func fill(_ present: [UInt64?], _ kept: [Int]) -> [UInt64]? {
    var places = [UInt64](repeating: 0, count: present.count)
    var previous: UInt64 = 0
    var start = 0
    for index in kept {
      guard let place = present[index] else { return nil }
      let missing = UInt64(index - start)
      guard place > previous, place - previous > missing else { return nil }
      let step = (place - previous) / (missing + 1)
      for offset in 0..<(index - start) { places[start + offset] = previous + step * (UInt64(offset) + 1) }
      places[index] = place
      previous = place
      start = index + 1
    }
    for index in start..<present.count {
      guard let place = following(previous) else { return nil }
      places[index] = place
      previous = place
    }
    return places
  }

  /// Indexes of a longest strictly rising run of the given places.
  private static func longestRisingRun(_ present: [UInt64?]) -> [Int] {
    var tails: [Int] = []
    var before = [Int](repeating: -1, count: present.count)
    for (index, place) in present.enumerated() {
      guard let place, place > 0 else { continue }
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if let other = present[tails[middle]], other < place { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? tails[low - 1] : -1
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var run: [Int] = []
    var next = tails.last ?? -1
    while next >= 0 {
      run.append(next)
      next = before[next]
    }
    return run.reversed()
  }
}
