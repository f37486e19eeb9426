@testable import LogStore
import Testing

@Suite struct FilterTests {
  typealias G = TestGraph
  let graph: TestGraph
  let anna: ObjectID
  let bert: ObjectID
  let cleo: ObjectID
  let dora: ObjectID
  let rex: ObjectID
  let tom: ObjectID

  init() {
    var graph = TestGraph()
    anna = graph.add(
      G.person,
      [
        G.name: .string("Anna"), G.age: .int(30), G.height: .double(1.7), G.isActive: .bool(true),
        G.born: .date(100), G.key: .uuid(UUIDBytes(high: 1, low: 1)), G.small: .int(127), G.stock: .uint(3),
        G.rank: .int(1),
      ]
    )
    bert = graph.add(
      G.person,
      [
        G.name: .string("Bert e\u{301}"), G.height: .double(.nan), G.isActive: .bool(false),
        G.key: .uuid(UUIDBytes(high: 1, low: 2)), G.small: .int(-128), G.stock: .uint(0),
        G.boss: .reference(anna),
      ],
      layout: graph.oldPersonLayout
    )
    cleo = graph.add(
      G.employee,
      [
        G.name: .string("Cleo\r\nline"), G.age: .int(-5), G.height: .double(-0.0), G.isActive: .bool(true),
        G.key: .uuid(UUIDBytes(high: 1, low: 3)), G.small: .int(0), G.stock: .uint(65535), G.rank: .int(2),
        G.salary: .double(10), G.boss: .reference(bert),
      ]
    )
    dora = graph.add(
      G.employee,
      [
        G.name: .string(""), G.age: .int(30), G.height: .double(0), G.isActive: .bool(true),
        G.key: .uuid(UUIDBytes(high: 1, low: 4)), G.small: .int(1), G.stock: .uint(1), G.rank: .int(3),
        G.salary: .double(20), G.boss: .reference(ObjectID(rawValue: 999)),
      ]
    )
    rex = graph.add(G.pet, [G.petName: .string("Rex"), G.weight: .int(20), G.owner: .reference(anna)])
    tom = graph.add(G.pet, [G.petName: .string("Tom"), G.weight: .int(4), G.owner: .reference(anna)])
    self.graph = graph
  }

  private func attribute(_ property: PropertyID, _ hops: PropertyID...) -> FilterExpression {
    .attribute(FilterPath(hops: hops), property)
  }

  private func run(_ filter: FilterExpression, _ overlay: Overlay? = nil) throws -> [ObjectID] {
    try GraphReader(source: graph, overlay: overlay).run(RecordQuery(entity: G.person, filter: filter))
  }

  @Test func `comparisons of integers follow Swift, and null equals only null`() throws {
    #expect(try run(.compare(.equal, attribute(G.age), .constant(.int(30)))) == [anna, dora])
    #expect(try run(.compare(.notEqual, attribute(G.age), .constant(.int(30)))) == [bert, cleo])
    #expect(try run(.compare(.less, attribute(G.age), .constant(.int(30)))) == [cleo])
    #expect(try run(.compare(.less, .constant(.int(-6)), attribute(G.age))) == [anna, cleo, dora])
    #expect(try run(.compare(.less, attribute(G.age), .constant(.int(.min)))) == [])
    #expect(try run(.compare(.equal, attribute(G.age), .constant(.null))) == [bert])
    #expect(try run(.compare(.greaterOrEqual, attribute(G.stock), .constant(.uint(3)))) == [anna, cleo])
    #expect(try run(.compare(.equal, attribute(G.small), .constant(.int(-128)))) == [bert])
  }

  @Test func `NaN equals nothing and both zeros are one`() throws {
    #expect(try run(.compare(.equal, attribute(G.height), .constant(.double(0)))) == [cleo, dora])
    #expect(try run(.compare(.equal, attribute(G.height), .constant(.double(.nan)))) == [])
    #expect(try run(.compare(.notEqual, attribute(G.height), .constant(.double(0)))) == [anna, bert])
    #expect(try run(.compare(.less, attribute(G.height), .constant(.double(0)))) == [])
    #expect(
      try run(.compare(.lessOrEqual, attribute(G.height), .constant(.double(.infinity))))
        == [anna, cleo, dora]
    )
    #expect(try run(.compare(.greater, attribute(G.height), .constant(.double(.infinity)))) == [])
  }

  @Test func `strings are compared by characters and canonical equivalence`() throws {
    #expect(try run(.compare(.equal, attribute(G.name), .constant(.string("Bert \u{E9}")))) == [bert])
    #expect(try run(.text(.contains, attribute(G.name), .constant(.string("t e")))) == [])
    #expect(try run(.text(.contains, attribute(G.name), .constant(.string("\u{E9}")))) == [bert])
    #expect(try run(.text(.contains, attribute(G.name), .constant(.string("\n")))) == [])
    #expect(try run(.text(.contains, attribute(G.name), .constant(.string("nn")))) == [anna])
    #expect(try run(.text(.startsWith, attribute(G.name), .constant(.string("Cl")))) == [cleo])
    #expect(try run(.compare(.equal, .length(attribute(G.name)), .constant(.int(0)))) == [dora])
    #expect(try run(.compare(.less, attribute(G.name), .constant(.string("B")))) == [anna, dora])
  }

  @Test func `records written before an attribute was added have its default`() throws {
    #expect(try run(.compare(.equal, attribute(G.rank), .constant(.int(7)))) == [bert])
    #expect(try run(.compare(.greater, attribute(G.rank), .constant(.int(1)))) == [bert, cleo, dora])
  }

  @Test func `paths lead through to-one relationships, and nowhere if an object is missing`() throws {
    #expect(try run(.compare(.equal, attribute(G.name, G.boss), .constant(.string("Anna")))) == [bert])
    #expect(try run(.compare(.equal, attribute(G.age, G.boss, G.boss), .constant(.int(30)))) == [cleo])
    #expect(try run(.isNull(attribute(G.boss))) == [anna, dora])
    #expect(try run(.compare(.equal, attribute(G.boss), .constant(.reference(anna)))) == [bert])
    #expect(
      try run(.compare(.notEqual, .identity(FilterPath(hops: [G.boss])), .constant(.reference(anna))))
        == [anna, cleo, dora]
    )
  }

  @Test func `an attribute of a sub-entity is null on other objects`() throws {
    #expect(try run(.compare(.greater, attribute(G.salary), .constant(.double(15)))) == [dora])
    #expect(try run(.isKind(FilterPath(), G.employee)) == [cleo, dora])
    #expect(try run(.isKind(FilterPath(hops: [G.boss]), G.person)) == [bert, cleo])
    #expect(try run(.isNull(attribute(G.salary))) == [anna, bert])
  }

  @Test func `quantifiers and counts look at targets`() throws {
    let heavy = FilterExpression.compare(
      .greater,
      .attribute(FilterPath(variable: 1), G.weight),
      .constant(.int(10))
    )
    #expect(try run(.quantifier(.any, FilterPath(), G.pets, heavy)) == [anna])
    #expect(try run(.quantifier(.all, FilterPath(), G.pets, heavy)) == [bert, cleo, dora])
    #expect(
      try run(.compare(.equal, .memberCount(FilterPath(), G.pets, heavy), .constant(.int(1))))
        == [anna]
    )
    #expect(try run(.compare(.equal, .memberCount(FilterPath(), G.pets, nil), .constant(.int(2)))) == [anna])
    #expect(
      try run(.coalesce(.quantifier(.all, FilterPath(hops: [G.boss]), G.pets, heavy), .never))
        == [cleo]
    )
    let sameName = FilterExpression.compare(
      .equal,
      .attribute(FilterPath(variable: 1, hops: [G.owner]), G.name),
      attribute(G.name)
    )
    #expect(try run(.quantifier(.any, FilterPath(), G.pets, sameName)) == [anna])
  }

  @Test func `arithmetic that would trap throws and names the object`() throws {
    let sum = FilterExpression.arithmetic(.add, .int8, attribute(G.small), .constant(.int(1)))
    #expect(throws: StoreError.self) { try run(.compare(.greater, sum, .constant(.int(0)))) }
    do {
      _ = try run(.compare(.greater, sum, .constant(.int(0))))
    } catch let error as StoreError {
      #expect(error.code == .arithmetic)
      #expect(error.objects == [anna])
      #expect(error.description.contains("small"))
    }
    let quotient = FilterExpression.arithmetic(.divide, .int64, .constant(.int(10)), attribute(G.small))
    #expect(throws: StoreError.self) { try run(.compare(.greater, quotient, .constant(.int(0)))) }
    let guarded = FilterExpression.and([
      .compare(.notEqual, attribute(G.small), .constant(.int(0))),
      .compare(.greater, quotient, .constant(.int(0))),
    ])
    #expect(try run(guarded) == [dora])
    #expect(throws: StoreError.self) {
      try run(.compare(.equal, .negate(.int8, attribute(G.small)), .constant(.int(0))))
    }
    #expect(throws: StoreError.self) {
      try run(.compare(.equal, .unwrapped(attribute(G.age)), .constant(.int(0))))
    }
  }

  @Test func `pending changes take part like committed objects`() throws {
    var overlay = Overlay()
    overlay.deleted = [anna]
    let changed = graph.encode(G.employee, [G.name: .string("Zoe"), G.age: .int(99)])
    overlay.records[cleo] = Overlay.Record(layout: changed.layout, payload: changed.payload)
    let fresh = graph.encode(G.person, [G.name: .string("New"), G.age: .int(98)])
    let id = ObjectID(rawValue: 100)
    overlay.records[id] = Overlay.Record(layout: fresh.layout, payload: fresh.payload)
    overlay.inserted[G.person] = [id]
    #expect(try run(.compare(.greater, attribute(G.age), .constant(.int(20))), overlay) == [cleo, dora, id])
    #expect(try run(.isNull(attribute(G.boss)), overlay) == [bert, cleo, dora, id])
    let reader = GraphReader(source: graph, overlay: overlay)
    #expect(try reader.count(RecordQuery(entity: G.person)) == 4)
    #expect(try reader.run(RecordQuery(entity: G.person, includesSubentities: false)) == [bert, id])
    #expect(try reader.evaluate(.compare(.equal, attribute(G.age), .constant(.int(99))), on: cleo))
    #expect(try !reader.evaluate(.always, on: anna))
  }

  @Test func `membership and ranges`() throws {
    #expect(try run(.membership(attribute(G.age), of: [.int(30), .int(1)])) == [anna, dora])
    #expect(try run(.membership(attribute(G.age), of: [.null])) == [bert])
    #expect(try run(.membership(attribute(G.name), of: [.string("Bert \u{E9}"), .string("x")])) == [bert])
    #expect(try run(.membership(attribute(G.key), of: [.uuid(UUIDBytes(high: 1, low: 3))])) == [cleo])
    #expect(
      try run(.range(attribute(G.age), lower: .int(-5), upper: .int(30), includesUpper: false))
        == [cleo]
    )
    #expect(
      try run(.range(attribute(G.age), lower: .int(-5), upper: .int(30), includesUpper: true))
        == [anna, cleo, dora]
    )
    #expect(try run(.range(attribute(G.age), lower: nil, upper: .int(0), includesUpper: true)) == [cleo])
  }
}
