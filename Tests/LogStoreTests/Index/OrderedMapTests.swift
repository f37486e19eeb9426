import LogStore
import Testing

/// Against a sorted array as the model. Keys of 200 bytes bring nodes down to eight places, so that a few
/// thousand entries make a tree of many levels, where splits, unions and loans of every kind happen.
@Suite struct OrderedMapTests {
  /// A number made wide.
  struct WideKey: Comparable, BitwiseCopyable {
    var number: UInt32
    var padding = InlineArray<49, UInt32>(repeating: 0)

    init(_ number: UInt32) { self.number = number }

    static func == (a: WideKey, b: WideKey) -> Bool { a.number == b.number }
    static func < (a: WideKey, b: WideKey) -> Bool { a.number < b.number }
  }

  /// A key that owns memory, as those of string indexes do.
  struct TextKey: Comparable {
    var bytes: [UInt8]

    init(_ number: UInt32) { bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

    static func < (a: TextKey, b: TextKey) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
  }

  /// A value whose instances are counted.
  final class Counted: Sendable {
    let number: UInt32
    let tally: Tally

    init(_ number: UInt32, _ tally: Tally) {
      self.number = number
      self.tally = tally
      tally.living.withLock { $0 += 1 }
    }

    deinit { tally.living.withLock { $0 -= 1 } }
  }

  final class Tally: Sendable {
    let living = Lock(0)
  }

  /// Runs random operations on a map and on a model, keeping copies, and compares them all at the end.
  private func compare<Key: Comparable>(
    seed: UInt64,
    span: UInt32,
    steps: Int,
    key: (UInt32) -> Key,
    number: (Key) -> UInt32
  ) {
    var generator = SeededGenerator(seed: seed)
    var map = OrderedMap<Key, UInt64>()
    var model: [UInt32: UInt64] = [:]
    var copies: [(map: OrderedMap<Key, UInt64>, model: [UInt32: UInt64])] = []
    for step in 0..<steps {
      // Phases that mostly add and phases that mostly remove, so that the tree grows and shrinks.
      let isGrowing = (step / (steps / 6)) % 2 == 0
      let candidate = UInt32.random(in: 0..<span, using: &generator)
      switch UInt32.random(in: 0..<10, using: &generator) {
      case 0..<(isGrowing ? 7 : 2):
        let value = generator.next()
        let old = map.updateValue(value, forKey: key(candidate))
        let expected = model.updateValue(value, forKey: candidate)
        if old != expected { Issue.record("seed \(seed), step \(step): \(candidate) had another value") }
      case 9:
        let isThere = model[candidate] != nil
        if map[key(candidate)] != model[candidate] || map.contains(key(candidate)) != isThere {
          Issue.record("seed \(seed), step \(step): \(candidate) is not found as it should be")
        }
      default:
        let old = map.removeValue(forKey: key(candidate))
        let expected = model.removeValue(forKey: candidate)
        if old != expected { Issue.record("seed \(seed), step \(step): \(candidate) had another value") }
      }
      if step % (steps / 12) == 7 { copies.append((map, model)) }
      if step % (steps / 4) == 11, let old = copies.randomElement(using: &generator) { (map, model) = old }
      if step % 500 == 0 { #expect(map.brokenInvariant() == nil, "seed \(seed), step \(step)") }
    }
    copies.append((map, model))
    for (copy, expected) in copies {
      #expect(copy.brokenInvariant() == nil, "seed \(seed)")
      #expect(copy.count == expected.count, "seed \(seed)")
      let sorted = expected.sorted { $0.key < $1.key }
      #expect(copy.entries().map { number($0.key) } == sorted.map(\.key), "seed \(seed)")
      #expect(copy.entries().map(\.value) == sorted.map(\.value), "seed \(seed)")
      #expect(copy.reversedEntries().map { number($0.key) } == sorted.map(\.key).reversed(), "seed \(seed)")
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random operations agree with a model, wide keys`(seed: UInt64) {
    compare(seed: seed, span: 3_000, steps: 12_000, key: WideKey.init, number: \.number)
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `random operations agree with a model, plain keys`(seed: UInt64) {
    compare(seed: seed, span: 20_000, steps: 60_000, key: { UInt64($0) }, number: { UInt32($0) })
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `random operations agree with a model, keys that own memory`(seed: UInt64) {
    compare(seed: seed, span: 4_000, steps: 12_000, key: TextKey.init) { key in
      key.bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  @Test func `an empty map answers everything with nothing`() {
    var map = OrderedMap<UInt64, UInt64>()
    #expect(map.isEmpty && map.count == 0)
    #expect(map[1] == nil)
    #expect(map.first == nil && map.last == nil)
    #expect(map.first(atOrAfter: 0) == nil && map.last(before: .max) == nil)
    let removed = map.removeValue(forKey: 1)
    #expect(removed == nil)
    #expect(map.entries().map(\.key).isEmpty && map.reversedEntries().map(\.key).isEmpty)
    #expect(map.count(from: 1, to: 5) == 0)
    #expect(map.brokenInvariant() == nil)
  }

  @Test(arguments: [true, false])
  func `keys in order go in and come out`(rising: Bool) {
    var map = OrderedMap<WideKey, UInt32>()
    let numbers = rising ? Array(0..<UInt32(5_000)) : (0..<UInt32(5_000)).reversed()
    for number in numbers { map[WideKey(number)] = number }
    #expect(map.brokenInvariant() == nil)
    #expect(map.entries().map(\.value) == Array(0..<5_000))
    for number in numbers {
      let removed = map.removeValue(forKey: WideKey(number))
      #expect(removed == number)
      if number % 100 == 0 { #expect(map.brokenInvariant() == nil) }
    }
    #expect(map.isEmpty)
  }

  @Test func `neighbours of any key are found`() {
    var map = OrderedMap<WideKey, Void>()
    for number in stride(from: UInt32(10), to: 4_000, by: 10) { map.insert(WideKey(number)) }
    for number in UInt32(0)...4_010 {
      let after = max(10, (number + 9) / 10 * 10)
      let expected = after < 4_000 ? after : nil
      #expect(map.first(atOrAfter: WideKey(number))?.key.number == expected)
      let before = number <= 10 ? nil : min(3_990, (number - 1) / 10 * 10)
      #expect(map.last(before: WideKey(number))?.key.number == before)
    }
    #expect(map.first?.key.number == 10)
    #expect(map.last?.key.number == 3_990)
  }

  @Test(arguments: [11, 12] as [UInt64])
  func `ranges agree with a model in both directions`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var map = OrderedMap<WideKey, Void>()
    var numbers: [UInt32] = []
    for number in 0..<UInt32(2_000) where generator.next() % 3 == 0 {
      map.insert(WideKey(number))
      numbers.append(number)
    }
    for _ in 0..<500 {
      let lower = generator.next() % 8 == 0 ? nil : UInt32.random(in: 0..<2_100, using: &generator)
      let upper = generator.next() % 8 == 0 ? nil : UInt32.random(in: 0..<2_100, using: &generator)
      let expected = numbers.filter { $0 >= lower ?? 0 && $0 < upper ?? .max }
      let from = lower.map(WideKey.init)
      let to = upper.map(WideKey.init)
      #expect(map.entries(from: from, to: to).map(\.key.number) == expected, "seed \(seed)")
      #expect(
        map.reversedEntries(from: from, to: to).map(\.key.number) == expected.reversed(),
        "seed \(seed)"
      )
      #expect(map.count(from: from, to: to) == expected.count, "seed \(seed)")
    }
  }

  @Test(arguments: [13, 14] as [UInt64])
  func `a cursor that turns around at will agrees with a model`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var map = OrderedMap<WideKey, Void>()
    for number in stride(from: UInt32(0), to: 1_000, by: 3) { map.insert(WideKey(number)) }
    let numbers = Array(stride(from: UInt32(0), to: 1_000, by: 3)).filter { $0 >= 100 && $0 < 900 }
    var cursor = map.cursor(from: WideKey(100), to: WideKey(900))
    var place = 0
    for _ in 0..<300 {
      let isForward = generator.next() % 2 == 0
      for _ in 0..<generator.next() % 60 {
        if isForward {
          let expected = place < numbers.count ? numbers[place] : nil
          let number = cursor.next()?.key.number
          #expect(number == expected, "seed \(seed)")
          place = min(place + 1, numbers.count)
        } else {
          let expected = place > 0 ? numbers[place - 1] : nil
          let number = cursor.previous()?.key.number
          #expect(number == expected, "seed \(seed)")
          place = max(place - 1, 0)
        }
      }
    }
  }

  @Test func `a cursor keeps walking the map as it was`() {
    var map = OrderedMap<WideKey, UInt32>()
    for number in 0..<UInt32(500) { map[WideKey(number)] = number }
    var cursor = map.cursor()
    for number in 0..<UInt32(500) {
      let value = cursor.next()?.value
      #expect(value == number)
      map.removeValue(forKey: WideKey(number))
    }
    let beyond = cursor.next()?.value
    #expect(beyond == nil)
    #expect(map.isEmpty)
  }

  @Test func `setting nil removes, sets say whether they changed`() {
    var map = OrderedMap<UInt64, UInt64>()
    map[4] = 5
    map[4] = nil
    #expect(map.isEmpty)
    var set = OrderedMap<UInt64, Void>()
    let answers = [set.insert(3), set.insert(3), set.remove(3), set.remove(3)]
    #expect(answers == [true, false, true, false])
    set.insert(9)
    set.removeAll()
    #expect(set.isEmpty && set.brokenInvariant() == nil)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 63, 64, 65, 1_000, 5_003])
  func `building from sorted entries gives the same map as insertion`(count: UInt32) throws {
    let entries = (0..<count).map { (key: WideKey($0 * 2), value: $0) }
    var map = try #require(OrderedMap(sorted: entries))
    #expect(map.brokenInvariant() == nil)
    #expect(map.count == Int(count))
    #expect(map.entries().map(\.value) == entries.map(\.value))
    for number in 0..<count { map[WideKey(number * 2 + 1)] = number }
    #expect(map.brokenInvariant() == nil)
    #expect(map.count == Int(count) * 2)
    for number in 0..<count * 2 { map[WideKey(number)] = nil }
    #expect(map.isEmpty)
  }

  @Test func `building refuses keys that do not rise`() {
    #expect(OrderedMap(sorted: [(key: UInt64(1), value: 1), (key: 1, value: 2)]) == nil)
    #expect(OrderedMap(sorted: [(key: UInt64(2), value: 1), (key: 1, value: 2)]) == nil)
  }

  @Test func `values are freed with the last map that holds them`() {
    let tally = Tally()
    var generator = SeededGenerator(seed: 21)
    do {
      var map = OrderedMap<TextKey, Counted>()
      for number in 0..<UInt32(2_000) { map[TextKey(number)] = Counted(number, tally) }
      let copy = map
      for _ in 0..<3_000 {
        let number = UInt32.random(in: 0..<2_000, using: &generator)
        if generator.next() % 2 == 0 {
          map[TextKey(number)] = nil
        } else {
          map[TextKey(number)] = Counted(number, tally)
        }
      }
      #expect(copy.entries().allSatisfy { $0.key == TextKey($0.value.number) })
      #expect(copy.count == 2_000)
      #expect(tally.living.withLock { $0 } >= 2_000)
    }
    #expect(tally.living.withLock { $0 } == 0)
  }

  @Test func `copies may be changed on several tasks at once`() async {
    var map = OrderedMap<UInt64, UInt64>()
    for number in 0..<UInt64(10_000) { map[number] = number }
    let shared = map
    let sums = await withTaskGroup(of: UInt64.self) { group in
      for task in 0..<UInt64(4) {
        group.addTask {
          var own = shared
          for number in 0..<UInt64(10_000) where number % 4 == task { own[number] = nil }
          return own.entries().reduce(0) { $0 + $1.value }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let whole: UInt64 = 9_999 * 10_000 / 2
    #expect(sums.reduce(0, +) == 3 * whole)
    #expect(shared.count == 10_000 && shared.brokenInvariant() == nil)
  }
}
