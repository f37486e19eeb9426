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
