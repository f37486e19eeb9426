import Testing

@testable import LogStore

/// Changes that are made together, against the same ones made one by one.
@Suite struct BatchChangeTests {
  typealias Map = LayeredMap<MemberKey, UInt64>

  private func key(_ owner: UInt64, _ target: UInt64) -> MemberKey {
    MemberKey(
      owner: ObjectID(rawValue: owner),
      relationship: PropertyID(rawValue: 3),
      place: target % 5,
      target: ObjectID(rawValue: target)
    )
  }

  /// Keys near each other, far apart, and in order behind all others.
  private func keys(_ round: UInt64, _ generator: inout SeededGenerator) -> [MemberKey] {
    (0..<UInt64.random(in: 0..<(round % 5 == 0 ? 2500 : 80), using: &generator)).map { number in
      switch round % 3 {
      case 0: key(.random(in: 0..<30, using: &generator), .random(in: 1..<100, using: &generator))
      case 1: key(.random(in: 0..<1000, using: &generator), .random(in: 1..<100_000, using: &generator))
      default: key(2000 + round, number)
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `entries put into a tree together leave what they leave one by one`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var map = OrderedMap<MemberKey, UInt64>()
    var model: [MemberKey: UInt64] = [:]
    var kept: [(OrderedMap<MemberKey, UInt64>, [MemberKey: UInt64])] = []
    for round: UInt64 in 0..<60 {
      if Bool.random(using: &generator) { kept.append((map, model)) }
      if kept.count > 3 { kept.removeFirst() }
      var entries = keys(round, &generator).enumerated().map { (key: $1, value: UInt64($0)) }
      entries.sortRising { $0.key }
      map.insert(sorted: entries)
      for (key, value) in entries { model[key] = value }
      let gone = Array(model.keys.sorted().prefix(Int.random(in: 0..<60, using: &generator)))
      map.remove(sorted: gone)
      for key in gone { model[key] = nil }
      #expect(map.brokenInvariant() == nil, "seed \(seed), round \(round)")
      #expect(map.count == model.count, "seed \(seed), round \(round)")
    }
    for (map, model) in kept + [(map, model)] {
      #expect(map.entries().map(\.key) == model.keys.sorted(), "seed \(seed)")
      #expect(map.entries().allSatisfy { model[$0.key] == $0.value }, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `changes made together over a checkpoint agree with a model`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var map = Map()
    var model: [MemberKey: UInt64] = [:]
    for round: UInt64 in 0..<24 {
      if round % 4 == 3 { map = try CheckpointBytes.rebased(map, since: map) }
      var entries = keys(round, &generator).enumerated().map { (key: $1, value: UInt64($0)) }
      entries.sortRising { $0.key }
      map.insert(sorted: entries)
      for (key, value) in entries { model[key] = value }
      // Some that are there, some that are not.
      var gone = keys(round + 1, &generator) + model.keys.sorted().prefix(30)
      gone.sortRising { $0 }
      map.remove(sorted: gone)
      for key in gone { model[key] = nil }
      var fresh: [(key: MemberKey, value: UInt64)] = []
      for target in 0..<UInt64.random(in: 0..<50, using: &generator) {
        fresh.append((key(.random(in: 0..<30, using: &generator), 1_000_000 * (round + 1) + target), target))
      }
      fresh.sortRising { $0.key }
      map.insert(sortedNew: fresh)
      for (key, value) in fresh { model[key] = value }
      #expect(map.brokenInvariant() == nil, "seed \(seed), round \(round)")
      #expect(map.entries().map(\.key) == model.keys.sorted(), "seed \(seed), round \(round)")
      #expect(map.entries().allSatisfy { model[$0.key] == $0.value }, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [0, 1, 24, 25, 300, 5000])
  func `sorting by keys is that of the standard library, and keeps equal ones in order`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count) + 1)
    for bound in [1, 40, 1 << 20, UInt64.max] {
      var elements = (0..<count).map { number in
        (
          key: MemberKey(
            owner: ObjectID(rawValue: bound > 40 ? 7 : .random(in: 0..<bound, using: &generator)),
            relationship: PropertyID(rawValue: 3),
            place: 0,
            target: ObjectID(rawValue: .random(in: 0..<bound, using: &generator))
          ),
          value: UInt64(number)
        )
      }
      let expected = elements.sorted { $0.key == $1.key ? $0.value < $1.value : $0.key < $1.key }
      elements.sortRising { $0.key }
      #expect(elements.map(\.key) == expected.map(\.key))
      #expect(elements.map(\.value) == expected.map(\.value))
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `stretches of an array replaced over a checkpoint leave the rest as it was`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var array = LayeredArray<UInt64>()
    var model = [UInt64](repeating: 0, count: 4000)
    for round in 0..<40 {
      if round % 5 == 4 { array = try CheckpointBytes.rebased(array, since: array) }
      let start = Int.random(in: 0..<3000, using: &generator)
      let count = Int.random(in: 1..<(round % 2 == 0 ? 5 : 900), using: &generator)
      let values = (0..<count).map { _ in UInt64.random(in: 1..<1 << 40, using: &generator) }
      values.withUnsafeBufferPointer { array.replace(startingAt: UInt64(start), with: $0) }
      model.replaceSubrange(start..<start + count, with: values)
      #expect((0..<4000).map { array[UInt64($0)] } == model, "seed \(seed), round \(round)")
    }
  }
}
