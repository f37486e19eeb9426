import LogStore
import Testing

/// Against a dictionary as the model: reads after random writes, dense and sparse, and copies that must not
/// change with their origin, nor the origin with them.
@Suite struct PersistentArrayTests {
  private struct Entry: BitwiseCopyable, Equatable {
    var location: UInt64
    var kind: UInt16
  }

  private static let empty = Entry(location: 0, kind: .max)

  @Test func `an empty array reads as the default everywhere`() {
    let array = PersistentArray(defaultElement: Self.empty)
    #expect(array.count == 0)
    for index in [0, 1, 255, 256, 1 << 40, UInt64.max] { #expect(array[index] == Self.empty) }
    array.forEachRun { _, _ in
      Issue.record("there is nothing to visit")
      return true
    }
  }

  @Test func `entries appended in order read back, the count follows`() {
    var array = PersistentArray<UInt64>(defaultElement: 0)
    for index in 0..<UInt64(70_000) {
      array[index] = index &* 3 + 1
      if array.count != index + 1 { Issue.record("the count is \(array.count) after entry \(index)") }
    }
    let wrong = (0..<UInt64(70_000)).first { array[$0] != $0 &* 3 + 1 }
    #expect(wrong == nil)
    #expect(array[70_000] == 0)
  }

  @Test(arguments: [255, 256, 16_383, 16_384, 1 << 20, 1 << 26, 1 << 32, 1 << 40, UInt64.max - 1])
  func `a lone entry far out is found, its surroundings are the default`(index: UInt64) {
    var array = PersistentArray(defaultElement: Self.empty)
    array[3] = Entry(location: 3, kind: 3)
    array[index] = Entry(location: 9, kind: 1)
    #expect(array[index] == Entry(location: 9, kind: 1))
    #expect(array[3] == Entry(location: 3, kind: 3))
    #expect(array[index - 1] == Self.empty)
    #expect(array[index + 1] == Self.empty)
    #expect(array[index ^ 256] == Self.empty)
    #expect(array[index / 2] == Self.empty)
    #expect(array.count == index + 1)
  }

  @Test func `the first entry may be far out and lower ones follow`() {
    var array = PersistentArray<UInt32>(defaultElement: 7)
    array[1 << 36] = 1
    array[0] = 2
    #expect(array[1 << 36] == 1)
    #expect(array[0] == 2)
    #expect(array[1] == 7)
    #expect(array.count == (1 << 36) + 1)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random changes and copies agree with a model`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let spans: [UInt64] = [300, 20_000, 5_000_000, 1 << 40]
    var array = PersistentArray<UInt64>(defaultElement: 0)
    var model: [UInt64: UInt64] = [:]
    var copies: [(array: PersistentArray<UInt64>, model: [UInt64: UInt64])] = []
    for step in 0..<20_000 {
      let index = UInt64.random(in: 0..<spans[step % spans.count], using: &generator)
      let value = generator.next() | 1
      array[index] = value
      model[index] = value
      if step % 1_000 == 500 { copies.append((array, model)) }
      if step % 3_000 == 2_999, let old = copies.randomElement(using: &generator) {
        (array, model) = old
      }
    }
    copies.append((array, model))
    for (copy, expected) in copies {
      let wrong = expected.first { copy[$0.key] != $0.value }
      #expect(wrong == nil, "seed \(seed)")
      #expect(copy.count == (expected.keys.max() ?? 0) + 1, "seed \(seed)")
      var visited = 0
      copy.forEachRun { first, entries in
        for (offset, entry) in entries.enumerated() where entry != 0 {
          visited += 1
          if expected[first + UInt64(offset)] != entry {
            Issue.record("seed \(seed): entry \(first) + \(offset)")
          }
        }
        return true
      }
      #expect(visited == expected.count, "seed \(seed)")
    }
  }

  @Test func `a copy keeps its entries while its origin changes and goes`() {
    var array = PersistentArray<UInt64>(defaultElement: 0)
    for index in 0..<UInt64(1_000) { array[index] = index }
    var copy = array
    for index in 0..<UInt64(1_000) { array[index] = index + 1 }
    copy[5] = 50
    array = PersistentArray(defaultElement: 1)
    #expect(copy[5] == 50)
    #expect((0..<1_000).allSatisfy { $0 == 5 || copy[$0] == $0 })
    #expect(array[7] == 1)
  }

  @Test(
    arguments: [(0, 1), (0, 256), (10, 246), (10, 247), (250, 1_000), (65_530, 20_000)] as [(UInt64, Int)]
  )
  func `replacing a stretch changes it and nothing beside it`(start: UInt64, length: Int) {
    var array = PersistentArray<UInt64>(defaultElement: 0)
    for index in 0..<start + 3 { array[index] = 5 }
    let before = array
    let values = (1...UInt64(length)).map { $0 * 10 }
    values.withUnsafeBufferPointer { array.replace(startingAt: start, with: $0) }
    #expect((0..<UInt64(length)).map { array[start + $0] } == values)
    if start > 0 { #expect(array[start - 1] == 5) }
    #expect(before[start] == 5)
    #expect(array.count == max(start + 3, start + UInt64(length)))
  }

  @Test func `a stretch of nothing changes nothing`() {
    var array = PersistentArray<UInt64>(defaultElement: 0)
    array.replace(startingAt: 100, with: UnsafeBufferPointer(start: nil, count: 0))
    #expect(array.count == 0)
  }

  @Test func `runs come in rising order and stop when told`() {
    var array = PersistentArray<UInt64>(defaultElement: 0)
    for index in [1 << 33, 700, 3] as [UInt64] { array[index] = index }
    var firsts: [UInt64] = []
    array.forEachRun { first, entries in
      firsts.append(first)
      #expect(entries.count <= 256)
      return true
    }
    #expect(firsts == [0, 512, 1 << 33])
    firsts = []
    array.forEachRun { first, _ in
      firsts.append(first)
      return false
    }
    #expect(firsts == [0])
  }
}
