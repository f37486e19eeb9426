import Testing

@testable import LogStore

/// Against a dictionary as the model: arrays whose entries lie in a checkpoint, in memory, or in both.
@Suite struct LayeredArrayTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random changes over checkpoints old and new agree with a model`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var array = LayeredArray<UInt64>()
    var model: [UInt64: UInt64] = [:]
    for round in 0..<10 {
      let written = array
      for _ in 0..<Int.random(in: 0..<400, using: &generator) {
        let index = UInt64.random(in: 0..<(round % 3 == 0 ? 200_000 : 3000), using: &generator)
        let value = UInt64.random(in: 0...(1 << 50), using: &generator)
        array[index] = value
        model[index] = value
      }
      array = try CheckpointBytes.rebased(array, since: round % 2 == 0 ? array : written)
      let wrong = (0..<UInt64(200_300)).first { array[$0] != model[$0] ?? 0 }
      #expect(wrong == nil, "seed \(seed), round \(round)")
      #expect(array[1 << 40] == 0)
      #expect(array.count == (model.filter { $0.value != 0 }.keys.max() ?? 0) + 1 || array.count == 0)
    }
  }

  @Test(arguments: [1000, 1 << 40, 1 << 63, .max] as [UInt64])
  func `an index far behind the last entry of a checkpoint has nothing`(index: UInt64) throws {
    var array = LayeredArray<UInt64>()
    for place in 0..<UInt64(300) { array[place] = place + 1 }
    array = try CheckpointBytes.rebased(array, since: array)
    #expect(array[index] == 0)
  }

  @Test func `entries that were set back to zero leave nothing in a checkpoint`() throws {
    var array = LayeredArray<UInt64>()
    for index in 0..<UInt64(1000) { array[index] = index + 1 }
    array = try CheckpointBytes.rebased(array, since: array)
    for index in 0..<UInt64(1000) { array[index] = 0 }
    array = try CheckpointBytes.rebased(array, since: array)
    #expect(array.base == nil)
    #expect(array[5] == 0)
    array[70_000] = 3
    #expect(array[70_000] == 3)
    #expect(array[69_999] == 0)
  }

  @Test func `a walk by chunks finds all of them, and jumps over what was never set`() throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    var written = LayeredArray<UInt64>()
    let far: [UInt64] = [0, 255, 256, 1 << 14, 1 << 20, 1 << 26, (1 << 40) - 1]
    var wanted: Set<UInt64> = []
    for index in far + (0..<300).map({ _ in UInt64.random(in: 0..<1 << 18, using: &generator) }) {
      written[index] = index + 1
      wanted.insert(index & ~255)
    }
    var array = try CheckpointBytes.rebased(written, since: written)
    for index in [3 << 30, UInt64(70_000)] {
      array[index] = 1
      wanted.insert(index & ~255)
    }
    var (found, next) = ([UInt64](), UInt64(0))
    while let first = array.nextChunk(from: next) {
      found.append(first)
      next = first + 256
    }
    #expect(found == wanted.sorted(), "seed \(seed)")
    var runs: [UInt64] = []
    array.forEachRun { (first: UInt64, _) in
      runs.append(first)
      return true
    }
    #expect(runs == found, "seed \(seed)")
  }
}
