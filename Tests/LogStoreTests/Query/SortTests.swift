@testable import LogStore
import Testing

@Suite struct SortTests {
  typealias G = TestGraph

  /// A small generator with a seed, so that failures can be repeated.
  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 29) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  struct Sample {
    var id: ObjectID
    var name: String
    var age: Int64?
    var height: Double
    var boss: Int?
  }

  static let names = [
    "", "a", "A", "ab", "abcdefgh", "abcdefghi", "abcdefghj", "e\u{301}", "\u{E9}", "z", "\u{FB01}",
    "\u{1F600}", "\u{212B}", "\u{C5}", "\u{3A9}", "a\u{308}bc", "\u{E4}bd",
  ]

  private func sample(_ seed: UInt64, _ count: Int) -> (TestGraph, [Sample]) {
    var generator = Generator(state: seed)
    var graph = TestGraph()
    var samples: [Sample] = []
    for _ in 0..<count {
      let name = Self.names.randomElement(using: &generator) ?? ""
      let hasAge = Int.random(in: 0..<4, using: &generator) != 0
      let age = hasAge ? Int64.random(in: -2...2, using: &generator) : nil
      let height = [-1.5, -0.0, 0, 2, .infinity].randomElement(using: &generator) ?? 0
      let boss = samples.isEmpty ? nil : Int.random(in: 0..<samples.count, using: &generator)
      let id = graph.add(
        Bool.random(using: &generator) ? G.person : G.employee,
        [
          G.name: .string(name), G.age: age.map { .int($0) } ?? .null, G.height: .double(height),
          G.boss: boss.map { .reference(samples[$0].id) } ?? .null,
        ]
      )
      samples.append(Sample(id: id, name: name, age: age, height: height, boss: boss))
    }
    return (graph, samples)
  }

  private func compare<T: Comparable>(_ a: T?, _ b: T?) -> Int {
    guard let a else { return b == nil ? 0 : -1 }
    guard let b else { return 1 }
    return a == b ? 0 : (a < b ? -1 : 1)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `results come in Swift's order, null first, ties by id, whatever the limit`(seed: UInt64) throws {
    let (graph, samples) = sample(seed, 200)
    var generator = Generator(state: seed &* 77)
    let reader = GraphReader(source: graph)
    typealias Key = (RecordQuery.SortKey, (Sample, Sample) -> Int)
    let name: Key = (.init(attribute: G.name), { compare($0.name, $1.name) })
    let age: Key = (.init(attribute: G.age), { compare($0.age, $1.age) })
    let height: Key = (.init(attribute: G.height), { compare($0.height, $1.height) })
    let boss: Key = (
      .init(path: FilterPath(hops: [G.boss]), attribute: G.name),
      { compare($0.boss.map { samples[$0].name }, $1.boss.map { samples[$0].name }) }
    )
    let length: Key = (
      .init(attribute: G.name, stringOrder: { $0.count - $1.count }), { $0.name.count - $1.name.count }
    )
    for _ in 0..<20 {
      let chosen = [name, age, height, boss, length].shuffled(using: &generator)
        .prefix(Int.random(in: 1...5, using: &generator))
      let keys = chosen.map { key -> Key in
        var (sort, order) = key
        if Bool.random(using: &generator) { return key }
        sort.ascending = false
        let forward = order
        order = { -forward($0, $1) }
        return (sort, order)
      }
      let expected = samples.sorted { a, b in
        for (_, order) in keys {
          let result = order(a, b)
          if result != 0 { return result < 0 }
        }
        return a.id < b.id
      }.map(\.id)
      let limit = [nil, 0, 1, 5, 60, 200, 1000].randomElement(using: &generator) ?? nil
      let offset = [0, 0, 3, 150, 300].randomElement(using: &generator) ?? 0
      let query = RecordQuery(entity: G.person, sort: keys.map(\.0), limit: limit, offset: offset)
      let wanted = Array(expected.dropFirst(offset).prefix(limit ?? .max))
      let found = try reader.run(query)
      #expect(found == wanted, "seed \(seed), keys \(keys.map(\.0.attribute)), limit \(limit ?? -1)")
    }
  }
}
