@testable import LogStore
import Testing

/// Goal: after any commits the ordered indexes hold what the records say. Way: random commits over an entity
/// with indexes of every shape and one below it; the check compares, and so does a reopened store.
@Suite struct IndexMaintenanceTests {
  private typealias Fixture = IndexedFixture

  @Test(arguments: [1, 2] as [UInt64]) func `random commits keep every index true`(seed: UInt64) throws {
    var fixture = try Fixture()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<60 {
      try fixture.commit(changes: 1 + Int.random(in: 0..<40, using: &generator), using: &generator)
      let state = fixture.store.snapshot().state
      #expect(state.secondary.allSatisfy { !$0.isEmpty } || round < 5)
      for map in state.secondary { #expect(map.brokenInvariant() == nil) }
      let findings = SnapshotCheck.run(state).findings
      #expect(findings.isEmpty, "seed \(seed), commit \(round): \(findings)")
      if round % 20 == 19 {
        let before = state.secondary.map { $0.entries().map(\.key) }
        try fixture.store.close()
        fixture = try Fixture(reopening: fixture)
        #expect(fixture.store.snapshot().state.secondary.map { $0.entries().map(\.key) } == before)
      }
    }
  }

  @Test func `a snapshot keeps its indexes while others commit`() throws {
    var fixture = try Fixture()
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<10 { try fixture.commit(changes: 30, using: &generator) }
    let old = fixture.store.snapshot()
    let before = old.state.secondary.map { $0.entries().map(\.key) }
    for _ in 0..<10 { try fixture.commit(changes: 30, using: &generator) }
    #expect(old.state.secondary.map { $0.entries().map(\.key) } == before)
    #expect(fixture.store.snapshot().state.secondary.map { $0.entries().map(\.key) } != before)
    #expect(SnapshotCheck.run(old.state).findings.isEmpty)
  }

  @Test func `edges are counted`() throws {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    let owner = try checked.add("Ada", things: 3, to: store, schema)
    try checked.add("Bob", things: 2, to: store, schema)
    #expect(store.statistics().edges == 5)
    var batch = WriteBatch()
    batch.delete(owner)
    try store.commit(batch)
    #expect(store.statistics().edges == 2)
    try store.close()
    #expect(try checked.open().store.statistics().edges == 2)
  }
}
