@testable import LogStore
import Testing

/// Goal: an index never changes an answer. Way: random questions over random contents full of awkward values,
/// each answered with the indexes and by a full scan.
@Suite struct IndexedQueryTests {
  private typealias Filter = FilterExpression

  @Test(arguments: [1, 2] as [UInt64])
  func `random questions have the answers of a full scan`(seed: UInt64) throws {
    var fixture = try IndexedFixture()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<12 { try fixture.commit(changes: 50, using: &generator) }
    let snapshot = fixture.store.snapshot()
    var questions = Questions(fixture: fixture, generator: generator)
    var used = 0
    var sorted = 0
    for round in 0..<600 {
      let overlay = round % 4 == 3 ? try questions.overlay(snapshot) : nil
      let indexed = GraphReader(source: snapshot, overlay: overlay)
      let plain = GraphReader(source: Unindexed(snapshot), overlay: overlay)
      let query = questions.query()
      let plan = indexed.explain(query)
      if case .index = plan.source { used += 1 }
      if plan.isSortedByIndex { sorted += 1 }
      let expected = try plain.run(query)
      let found = try indexed.run(query)
      guard found == expected, try indexed.count(query) == expected.count else {
        Issue.record("seed \(seed), question \(round): \(plan)\n\(found) instead of \(expected)")
        return
      }
    }
    #expect(used > 150 && sorted > 40, "\(used) by an index, \(sorted) in its order")
  }

  @Test func `a limit does not change the number of candidates that explain names`() throws {
    var fixture = try IndexedFixture()
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<6 { try fixture.commit(changes: 50, using: &generator) }
    let reader = GraphReader(source: fixture.store.snapshot())
    let moment = fixture.property("moment")
    var query = RecordQuery(
      entity: fixture.entity("Item"),
      filter: .not(.isNull(.attribute(FilterPath(), moment))),
      sort: [RecordQuery.SortKey(attribute: moment)]
    )
    let count = try reader.count(query)
    #expect(count > 20)
    for limit in [nil, 1, 3] {
      query.limit = limit
      #expect(reader.explain(query).source == .index(properties: ["moment"], count: count))
    }
  }

  @Test func `Swift orders texts in normal form as their bytes`() {
    var generator = SeededGenerator(seed: 5)
    let scalars: [Unicode.Scalar] = [
      "a", "b", "e", "K", "\u{301}", "\u{308}", "\u{323}", "é", "\u{212A}", "\u{627}", "\u{653}", "\u{622}",
      "\u{1100}",
      "\u{1161}", "\u{11A8}", "\u{AC00}", "\r", "\n", "\0", "日", "\u{1F469}", "\u{200D}", "\u{915}",
      "\u{93C}",
    ]
    func text() -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        text.append(scalars.randomElement(using: &generator) ?? "a")
      }
      return String(text)
    }
    func normal(_ text: String) -> String {
      var text = text
      return text.withUTF8 { bytes in
        NormalText.withNormalForm(of: UnsafeRawBufferPointer(bytes)) { String(decoding: $0, as: UTF8.self) }
      }
    }
    for _ in 0..<5_000 {
      let a = text()
      let b = text()
      let x = normal(a)
      let y = normal(b)
      #expect(
        (x < y) == x.utf8.lexicographicallyPrecedes(y.utf8),
        "\(x.debugDescription) \(y.debugDescription)"
      )
      if a.starts(with: b) {
        #expect(Array(x.utf8).starts(with: y.utf8), "\(a.debugDescription) \(b.debugDescription)")
      }
      #expect((a == b) == (Array(x.utf8) == Array(y.utf8)))
    }
  }
}
