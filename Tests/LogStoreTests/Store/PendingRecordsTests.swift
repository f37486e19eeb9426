@testable import LogStore
import Testing

/// The table behind the records of a commit, against a dictionary.
@Suite struct PendingRecordsTests {
  @Test func `a table has what a dictionary has`() {
    var generator = SeededGenerator(seed: 3)
    var table = IDTable()
    var model: [ObjectID: Int] = [:]
    for round in 0..<5000 {
      // Dense ids and ids far apart.
      let bound: UInt64 = round % 2 == 0 ? 2000 : 1 << 40
      let id = ObjectID(rawValue: UInt64.random(in: 1..<bound, using: &generator))
      table.set(id, to: round)
      model[id] = round
    }
    #expect(table.count == model.count)
    #expect(model.allSatisfy { table[$0.key] == $0.value })
    #expect((3000..<4000).allSatisfy { table[ObjectID(rawValue: $0)] == model[ObjectID(rawValue: $0)] })
    #expect(table[.none] == nil)
  }

  @Test func `records are found by object, whether their ids follow each other or not`() throws {
    let layout = RecordLayout(id: LayoutID(rawValue: 1), entity: EntityID(rawValue: 1), fields: [])
    var records = PendingRecords()
    let ids = [7, 8, 9, 3, 10, 11, 4].map { ObjectID(rawValue: $0) }
    for id in ids {
      let record = ArenaRecord(
        copying: UnsafeRawBufferPointer(start: nil, count: 0),
        layout: layout,
        into: records.arena
      )
      records.set(PendingRecord(id: id, record: record, isNamed: id.rawValue % 2 == 0))
    }
    #expect(ids.allSatisfy { records[$0]?.id == $0 })
    #expect(records.indices.compactMap { records[$0]?.id } == ids)
    records.remove(ObjectID(rawValue: 8))
    records.remove(ObjectID(rawValue: 3))
    #expect(records.count == 5)
    #expect([8, 3, 12, 6, 0].allSatisfy { !records.contains(ObjectID(rawValue: $0)) })
    #expect(records.slot(of: ObjectID(rawValue: 8)) == nil)
    #expect(records.indices.compactMap { records[$0]?.id.rawValue } == [7, 9, 10, 11, 4])
    withExtendedLifetime(layout) {}
  }

  @Test func `sets of assigned properties are told apart`() throws {
    let layout = RecordLayout(id: LayoutID(rawValue: 1), entity: EntityID(rawValue: 1), fields: [])
    var records = PendingRecords()
    let sets: [Set<PropertyID>?] = [[PropertyID(rawValue: 1)], nil, [PropertyID(rawValue: 1)], [], nil]
    for (number, set) in sets.enumerated() {
      let record = ArenaRecord(
        copying: UnsafeRawBufferPointer(start: nil, count: 0),
        layout: layout,
        into: records.arena
      )
      records.set(
        PendingRecord(
          id: ObjectID(rawValue: UInt64(number + 1)),
          record: record,
          changed: records.number(of: set),
          isNamed: true
        )
      )
    }
    #expect(records.indices.map { records[$0].flatMap { records.changed($0) } } == sets)
    withExtendedLifetime(layout) {}
  }

  @Test func `an object without an id is refused`() throws {
    let fixture = try GraphFixture()
    let layout = try #require(fixture.schema.layout(for: "Tag"))
    var writer = RecordWriter(layout: layout)
    _ = writer.append(.string("label"))
    var batch = WriteBatch()
    batch.insert(.none, layout: layout, payload: writer.finish())
    let error = #expect(throws: StoreError.self) { try fixture.store.commit(batch) }
    #expect(error?.found == "the id of no object")
  }
}
