@testable import LogStore

/// Makes random questions about a fixture.
struct Questions {
  private typealias Filter = FilterExpression

  let fixture: IndexedFixture
  var generator: SeededGenerator

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  private mutating func one<T>(_ list: [T]) -> T { list[below(list.count)] }

  private mutating func value(_ name: String) -> StoredValue {
    if name == "shelf" {
      return fixture.shelves.randomElement(using: &generator).map { .reference($0) } ?? .null
    }
    while true {
      let value = IndexedFixture.value(of: name, using: &generator)
      if !value.isNull { return value }
    }
  }

  private mutating func term() -> Filter {
    if below(12) == 0 { return .isKind(FilterPath(), fixture.entity(one(["Tool", "Item"]))) }
    if below(12) == 0 { return .not(.isKind(FilterPath(), fixture.entity("Tool"))) }
    let name = one([
      "text", "text", "number", "number", "real", "real", "price", "key", "flag", "link", "data", "moment",
      "shelf",
    ])
    let property = fixture.property(name)
    let attribute = Filter.attribute(FilterPath(), property)
    switch below(name == "shelf" || name == "data" ? 5 : 10) {
    case 0: return .isNull(attribute)
    case 1: return .not(.isNull(attribute))
    case 2:
      return .membership(
        attribute,
        of: (0..<below(4)).map { _ in value(name) } + (below(3) == 0 ? [.null] : [])
      )
    case 3:
      return .or([
        .compare(.equal, attribute, .constant(value(name))),
        .compare(.equal, .constant(value(name)), attribute),
      ])
    case 4: return .compare(.equal, attribute, .constant(value(name)))
    case 5:
      return .range(
        attribute,
        lower: below(4) == 0 ? nil : value(name),
        upper: below(4) == 0 ? nil : value(name),
        includesUpper: below(2) == 0
      )
    case 6 where name == "text":
      return .text(
        .startsWith,
        attribute,
        .constant(.string(String(one(IndexedFixture.texts).prefix(below(25)))))
      )
    case 6 where name == "flag": return below(2) == 0 ? attribute : .not(attribute)
    default:
      let comparison = one([FilterComparison.less, .lessOrEqual, .greater, .greaterOrEqual, .notEqual])
      return .compare(comparison, attribute, .constant(value(name)))
    }
  }

  mutating func query() -> RecordQuery {
    let terms = (0..<below(4)).map { _ in term() }
    let names = ["text", "number", "real", "price", "key", "flag", "link", "moment", "shelf"]
    let ascending = below(2) == 0
    let sort = (0..<one([0, 1, 1, 2])).map { _ in
      RecordQuery.SortKey(
        attribute: fixture.property(one(names)),
        ascending: below(5) == 0 ? !ascending : ascending
      )
    }
    return RecordQuery(
      entity: fixture.entity(one(["Item", "Item", "Tool"])),
      includesSubentities: below(4) > 0,
      filter: terms.isEmpty ? nil : .and(terms),
      sort: sort,
      limit: below(3) == 0 ? nil : below(20),
      offset: below(3) == 0 ? below(5) : 0
    )
  }

  /// Changes some objects, inserts and deletes others, without committing it.
  mutating func overlay(_ snapshot: Snapshot) throws -> Overlay {
    var overlay = Overlay()
    let ids = fixture.ids
    for _ in 0..<8 {
      let id = one(ids)
      let other = one(ids)
      // The values of another object of the same entity.
      guard snapshot.entity(of: id) == snapshot.entity(of: other) else { continue }
      overlay.records[id] = try snapshot.withRecord(other) { view, _ in
        Overlay.Record(layout: view.layout, payload: Array(view.payload))
      }
    }
    for number in 0..<4 {
      let id = ObjectID(rawValue: 1_000_000 + UInt64(number))
      let other = one(ids)
      overlay.records[id] = try snapshot.withRecord(other) { view, _ in
        Overlay.Record(layout: view.layout, payload: Array(view.payload))
      }
      if let entity = snapshot.entity(of: other) { overlay.inserted[entity, default: []].append(id) }
    }
    if below(2) == 0 {
      for _ in 0..<4 {
        let id = one(ids)
        if overlay.records[id] == nil { overlay.deleted.insert(id) }
      }
      overlay.deleted.insert(fixture.shelves[0])
    }
    return overlay
  }
}
