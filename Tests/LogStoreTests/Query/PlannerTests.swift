@testable import LogStore
import Testing

@Suite struct PlannerTests {
  typealias G = TestGraph

  private func sample() -> TestGraph {
    var graph = TestGraph()
    for number in 0..<20 {
      graph.add(
        number % 3 == 0 ? G.employee : G.person,
        [
          G.name: .string("n\(number % 5)"), G.age: .int(Int64(number)), G.rank: .int(Int64(number % 4)),
          G.key: .uuid(UUIDBytes(high: 0, low: UInt64(number))),
          G.boss: number % 4 == 1 ? .reference(ObjectID(rawValue: 1)) : .null,
        ]
      )
    }
    return graph
  }

  @Test func `ids, unique keys and references choose the candidates`() throws {
    let graph = sample()
    let reader = GraphReader(source: graph)
    let id = ObjectID(rawValue: 5)
    let byID = RecordQuery(
      entity: G.person,
      filter: .compare(.equal, .identity(FilterPath()), .constant(.reference(id)))
    )
    #expect(reader.explain(byID).source == .identifiers(count: 1))
    #expect(try reader.run(byID) == [id])
    let byKey = RecordQuery(
      entity: G.person,
      filter: .and([
        .compare(.greater, .attribute(FilterPath(), G.age), .constant(.int(2))),
        .compare(.equal, .attribute(FilterPath(), G.key), .constant(.uuid(UUIDBytes(high: 0, low: 4)))),
      ])
    )
    #expect(reader.explain(byKey).source == .index(properties: ["key"], count: 1))
    #expect(try reader.run(byKey) == [id])
    let byBoss = RecordQuery(
      entity: G.person,
      filter: .compare(
        .equal,
        .attribute(FilterPath(), G.boss),
        .constant(.reference(ObjectID(rawValue: 1)))
      )
    )
    #expect(reader.explain(byBoss).source == .referrers(relationship: "boss", count: 5))
    #expect(try reader.run(byBoss).count == 5)
    let scan = RecordQuery(entity: G.person, filter: .isNull(.attribute(FilterPath(), G.age)))
    #expect(reader.explain(scan).source == .scan(entities: ["Person", "Employee"]))
  }

  @Test func `each kind of to-one relationship finds its owners`() throws {
    var graph = TestGraph()
    let anna = graph.add(G.person, [G.partner: .reference(ObjectID(rawValue: 2))])
    let bert = graph.add(G.person, [G.partner: .reference(anna), G.boss: .reference(anna)])
    let rex = graph.add(G.pet, [G.owner: .reference(bert)])
    let reader = GraphReader(source: graph)
    func owners(_ entity: EntityID, _ property: PropertyID, _ target: ObjectID) throws -> [ObjectID] {
      let query = RecordQuery(
        entity: entity,
        filter: .compare(.equal, .identity(FilterPath(hops: [property])), .constant(.reference(target)))
      )
      guard case .referrers = reader.explain(query).source else { return [] }
      return try reader.run(query)
    }
    #expect(try owners(G.person, G.partner, anna) == [bert])
    #expect(try owners(G.person, G.partner, bert) == [anna])
    #expect(try owners(G.person, G.boss, anna) == [bert])
    #expect(try owners(G.pet, G.owner, bert) == [rex])
    #expect(try owners(G.pet, G.owner, anna) == [])
  }

  @Test func `a changed object is found by its new key, not by its old one`() throws {
    let graph = sample()
    var overlay = Overlay()
    let changed = graph.encode(G.person, [G.key: .uuid(UUIDBytes(high: 9, low: 9))])
    overlay.records[ObjectID(rawValue: 5)] = Overlay.Record(layout: changed.layout, payload: changed.payload)
    let reader = GraphReader(source: graph, overlay: overlay)
    func query(_ key: UUIDBytes) -> RecordQuery {
      RecordQuery(
        entity: G.person,
        filter: .compare(.equal, .attribute(FilterPath(), G.key), .constant(.uuid(key)))
      )
    }
    #expect(try reader.run(query(UUIDBytes(high: 0, low: 4))) == [])
    #expect(try reader.run(query(UUIDBytes(high: 9, low: 9))) == [ObjectID(rawValue: 5)])
  }

  @Test func `captured flags are folded away before planning`() throws {
    let reader = GraphReader(source: sample())
    let active = FilterExpression.attribute(FilterPath(), G.isActive)
    let all = RecordQuery(entity: G.person, filter: .or([.always, active]))
    #expect(reader.explain(all).filter == nil)
    let never = FilterExpression.compare(.equal, .constant(.int(1)), .constant(.int(2)))
    let none = RecordQuery(entity: G.person, filter: .and([never, active]))
    #expect(reader.explain(none).source == .nothing)
    let kept = RecordQuery(entity: G.person, filter: .or([.never, active]))
    #expect(reader.explain(kept).filter == "$0.isActive")
  }

  @Test func `a condition that can throw is never skipped by a later constant`() throws {
    let reader = GraphReader(source: sample())
    let quotient = FilterExpression.compare(
      .greater,
      .arithmetic(.divide, .int64, .constant(.int(1)), .attribute(FilterPath(), G.age)),
      .constant(.int(0))
    )
    #expect(throws: StoreError.self) {
      try reader.run(RecordQuery(entity: G.person, filter: .and([quotient, .never])))
    }
    #expect(try reader.run(RecordQuery(entity: G.person, filter: .and([.never, quotient]))) == [])
  }

  @Test func `limit and offset apply to the whole, in the order of ids without keys`() throws {
    let reader = GraphReader(source: sample())
    func ids(_ limit: Int?, _ offset: Int) throws -> [UInt64] {
      try reader.run(RecordQuery(entity: G.person, limit: limit, offset: offset)).map(\.rawValue)
    }
    #expect(try ids(3, 0) == [1, 2, 3])
    #expect(try ids(3, 2) == [3, 4, 5])
    #expect(try ids(nil, 18) == [19, 20])
    #expect(try ids(0, 0) == [])
    #expect(try ids(.max, 5).count == 15)
    #expect(try reader.count(RecordQuery(entity: G.person, limit: 3, offset: 18)) == 2)
  }
}
