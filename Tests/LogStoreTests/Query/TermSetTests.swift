@testable import LogStore
import Testing

@Suite struct TermSetTests {
  @Test func `a term counts once, whatever its number`() {
    var terms = TermSet()
    #expect(terms.isEmpty)
    for number in [0, 63, 64, 127, 128, 300, 64] { terms.insert(number) }
    #expect(terms.count == 6)
    #expect(!terms.isEmpty && !TermSet(200).isEmpty)
    #expect(terms.union(TermSet(300)).count == 6)
    #expect(TermSet(3).union(terms).count == 7)
    #expect(TermSet(1).union(TermSet(65)).count == 2)
  }

  @Test func `an index serves a term behind many others, which are all tested`() throws {
    var graph = TestGraph()
    var ids: [ObjectID] = []
    for number in 0..<100 {
      let key = UUIDBytes(high: 0, low: UInt64(number))
      let values: [PropertyID: StoredValue] = [TestGraph.age: .int(Int64(number)), TestGraph.key: .uuid(key)]
      ids.append(graph.add(TestGraph.person, values))
    }
    func query(_ key: UInt64) -> RecordQuery {
      let terms = (0..<70).map { number in
        FilterExpression.compare(
          .greaterOrEqual,
          .attribute(FilterPath(), TestGraph.age),
          .constant(.int(Int64(number)))
        )
      }
      return RecordQuery(
        entity: TestGraph.person,
        filter: .and(
          terms + [
            .compare(
              .equal,
              .attribute(FilterPath(), TestGraph.key),
              .constant(.uuid(UUIDBytes(high: 0, low: key)))
            )
          ]
        )
      )
    }
    let reader = GraphReader(source: graph)
    #expect(reader.explain(query(80)).source == .index(properties: ["key"], count: 1))
    #expect(try reader.run(query(80)) == [ids[80]])
    #expect(try reader.run(query(68)) == [])
    #expect(try reader.count(query(68)) == 0)
  }
}
