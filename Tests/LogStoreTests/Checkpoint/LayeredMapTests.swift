import Testing

@testable import LogStore

/// Against a sorted array as the model: maps whose entries lie in a checkpoint, in memory, or in both.
@Suite struct LayeredMapTests {
  typealias Map = LayeredMap<MemberKey, UInt64>

  private func key(_ owner: UInt64, _ place: UInt64, _ target: UInt64 = 7) -> MemberKey {
    MemberKey(
      owner: ObjectID(rawValue: owner),
      relationship: PropertyID(rawValue: 3),
      place: place,
      target: ObjectID(rawValue: target)
    )
  }

  /// Compares every way of reading a map with a model.
  private func expect(
    _ map: Map,
    _ model: [MemberKey: UInt64],
    _ generator: inout SeededGenerator,
    _ comment: Comment
  ) {
    let sorted = model.sorted { $0.key < $1.key }
    #expect(map.count == sorted.count, comment)
    #expect(map.isEmpty == sorted.isEmpty, comment)
    #expect(map.entries().map(\.key) == sorted.map(\.key), comment)
    #expect(map.entries().map(\.value) == sorted.map(\.value), comment)
    #expect(map.reversedEntries().map(\.key) == sorted.reversed().map(\.key), comment)
    #expect(map.first?.key == sorted.first?.key, comment)
    #expect(map.last?.key == sorted.last?.key, comment)
    for _ in 0..<20 {
      let a = key(.random(in: 0..<40, using: &generator), .random(in: 0..<40, using: &generator) << 32)
      let b = key(.random(in: 0..<40, using: &generator), .random(in: 0..<40, using: &generator) << 32)
      let (low, high) = (min(a, b), max(a, b))
      let inside = sorted.filter { !($0.key < low) && $0.key < high }
      #expect(map[a] == model[a], comment)
      #expect(map.entries(from: low, to: high).map(\.key) == inside.map(\.key), comment)
      #expect(
        map.reversedEntries(from: low, to: high).map(\.key) == inside.reversed().map(\.key),
        comment
      )
      #expect(map.count(from: low, to: high) == inside.count, comment)
      #expect(taken(map, from: low, to: high, by: 1 + inside.count % 7) == inside.map(\.key.place), comment)
      #expect(map.first(atOrAfter: low)?.key == sorted.first { !($0.key < low) }?.key, comment)
      #expect(map.last(before: high)?.key == sorted.last { $0.key < high }?.key, comment)
    }
  }

  /// The places in a range, some at a time.
  private func taken(_ map: Map, from low: MemberKey, to high: MemberKey, by limit: Int) -> [UInt64] {
    var cursor = map.cursor(from: low, to: high)
    var places: [UInt64] = []
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: limit) { words in
      guard let base = words.baseAddress else { return }
      while true {
        let count = cursor.take(limit, word: 2, into: base)
        if count == 0 { return }
        places += words[..<count]
      }
    }
    return places
  }

  @Test func `keys without values go over to a newer checkpoint`() throws {
    var written = LayeredMap<UInt64, Void>()
    for key: UInt64 in 1...2000 { written.insert(key * 3) }
    var state = CheckpointBytes.emptyState
    state.extents = [written]
    var now = written
    for key: UInt64 in 1...50 {
      now.insert(key * 30 + 1)
      now.remove(key * 30)
    }
    let moved = now.over(try CheckpointBytes.image(of: state).run(.extent, 0), since: written)
    #expect(moved.entries().map(\.key) == now.entries().map(\.key))
    #expect(moved.changeCount == 100)
    #expect(moved.brokenInvariant() == nil)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random changes over checkpoints old and new agree with a model`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var map = Map()
    var model: [MemberKey: UInt64] = [:]
    var kept: [(Map, [MemberKey: UInt64])] = []
    for round in 0..<12 {
      let written = map
      for _ in 0..<Int.random(in: 0..<300, using: &generator) {
        let key = key(
          .random(in: 0..<40, using: &generator),
          .random(in: 0..<40, using: &generator) << 32,
          .random(in: 1..<3, using: &generator)
        )
        if Int.random(in: 0..<3, using: &generator) == 0 {
          #expect(map.removeValue(forKey: key) == model.removeValue(forKey: key))
        } else {
          let value = UInt64.random(in: 0..<5, using: &generator)
          #expect(map.updateValue(value, forKey: key) == model.updateValue(value, forKey: key))
        }
      }
      expect(map, model, &generator, "seed \(seed), round \(round), before")
      // A checkpoint of now, or of what was before the changes of this round.
      map = try CheckpointBytes.rebased(map, since: round % 2 == 0 ? map : written)
      if round % 2 == 0 { #expect(map.changeCount == 0) }
      expect(map, model, &generator, "seed \(seed), round \(round), after")
      kept.append((map, model))
    }
    for (map, model) in kept { expect(map, model, &generator, "seed \(seed), a version kept") }
  }

  @Test(arguments: [1, 2, 511, 512, 513, 131_073])
  func `a checkpoint of any size gives its entries back`(count: Int) throws {
    var map = Map()
    map.insert(sorted: (0..<UInt64(count)).map { (key($0 / 1000, $0 << 32, $0 * 3), $0 % 7 == 0 ? $0 : 0) })
    let rebased = try CheckpointBytes.rebased(map, since: map)
    #expect(rebased.changeCount == 0)
    #expect(rebased.count == count)
    var expected: UInt64 = 0
    for (found, value) in rebased.entries() {
      guard found == key(expected / 1000, expected << 32, expected * 3),
        value == (expected % 7 == 0 ? expected : 0)
      else {
        Issue.record("entry \(expected) of \(count) reads as \(found), \(value)")
        return
      }
      expected += 1
    }
    #expect(expected == UInt64(count))
    for number in stride(from: UInt64(0), to: UInt64(count), by: max(1, count / 100)) {
      #expect(rebased.contains(key(number / 1000, number << 32, number * 3)))
      #expect(!rebased.contains(key(number / 1000, number << 32, number * 3 + 1)))
      #expect(
        rebased.count(from: key(0, 0, 0), to: key(number / 1000, number << 32, number * 3)) == Int(number)
      )
    }
  }

  /// Rows of numbers of every kind that a column has to hold.
  static let rows: [[UInt64]] = [
    [5], [0, .max], [.max, 0], [0, 1 << 63, .max, 1], (0..<512).map { $0 }, (0..<512).map { .max - $0 },
    (0..<300).map { $0 / 20 }, (0..<512).map { ($0 / 64) << 40 }, (0..<300).map { $0 << 55 },
    (0..<300).map { $0 &* 0x9E37_79B9_7F4A_7C15 }, (0..<300).map { ($0 &* 0x9E37_79B9_7F4A_7C15) >> 7 },
    (0..<300).map { ($0 &* 0x9E37_79B9_7F4A_7C15) >> 8 }, (0..<300).map { 1000 + $0 * 17 + $0 % 3 },
    (0..<300).map { $0 == 150 ? .max : 0 }, Array(repeating: 9, count: 512),
  ]

  @Test(arguments: rows) func `a column gives back every number and finds it`(row: [UInt64]) {
    let encoder = RunPageEncoder(columns: 1)
    defer { encoder.deallocate() }
    var row = row
    let count = row.count
    let bytes = row.withUnsafeMutableBufferPointer {
      encoder.encode(
        $0.baseAddress.unsafelyUnwrapped,
        columnCount: 1,
        stride: count,
        count: count,
        level: 0
      )
    }
    let page = RunPage(base: bytes.baseAddress.unsafelyUnwrapped)
    #expect(RunColumn.isSound(page: page.base, index: 0, count: count, size: bytes.count))
    let column = page.column(0)
    #expect((0..<count).map { column[$0] } == row)
    for start in [0, count / 3, count - 1] {
      var part: [UInt64] = []
      column.forEach(start, count - start) { if $0 == part.count { part.append($1) } }
      #expect(part == Array(row[start...]))
    }
    guard row == row.sorted() else { return }
    for number in Set(row + [0, .max]).flatMap({ [$0 &- 1, $0, $0 &+ 1] }) {
      let low = row.firstIndex { $0 >= number } ?? count
      let high = row.firstIndex { $0 > number } ?? count
      #expect(column.lowerBound(number, 0, count) == low)
      #expect(column.upperBound(number, 0, count) == high)
    }
  }
}
