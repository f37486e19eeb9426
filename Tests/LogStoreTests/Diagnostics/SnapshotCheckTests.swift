import LogStore
import Testing

/// Goal: no index can part from the records unseen. Way: one entry of an index is taken away or added.
@Suite struct SnapshotCheckTests {
  private func state() throws -> IndexState {
    let checked = CheckedStore()
    let (store, schema) = try checked.open()
    try checked.add("Ada", things: 3, to: store, schema)
    try checked.add("Bob", things: 2, to: store, schema)
    let state = store.snapshot().state
    try store.close()
    return state
  }

  private func expectFinding(_ state: IndexState, _ word: String) {
    let findings = SnapshotCheck.run(state).findings
    #expect(findings.contains { $0.severity == .corruption && $0.found.contains(word) }, "\(findings)")
  }

  @Test func `the newest version of a running store is clean`() throws {
    let report = SnapshotCheck.run(try state())
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.objects == 7)
    #expect(report.edges == 5)
  }

  @Test func `an object that its extent lacks`() throws {
    var state = try state()
    let entity = try #require(state.entity(of: ObjectID(rawValue: 1)))
    state.extents[Int(entity.rawValue)][1] = nil
    expectFinding(state, "not among the objects")
  }

  @Test func `an extent with an object too many`() throws {
    var state = try state()
    let entity = try #require(state.entity(of: ObjectID(rawValue: 1)))
    state.extents[Int(entity.rawValue)].insert(77)
    expectFinding(state, "the records say")
  }

  @Test func `a target that the index of relationships lacks`() throws {
    var state = try state()
    let key = try #require(state.members.first?.key)
    state.members[key] = nil
    expectFinding(state, "does not list it")
  }

  @Test func `a target that no record names`() throws {
    var state = try state()
    let key = try #require(state.members.first?.key)
    var other = key
    other.target = 999
    state.members[other] = 0
    expectFinding(state, "the index of relationships has")
  }

  @Test func `a one-way reference that the index lacks`() throws {
    var state = try state()
    let key = try #require(state.referrers.first?.key)
    state.referrers[key] = nil
    expectFinding(state, "is not in the index")
  }

  @Test func `a key that an ordered index lacks`() throws {
    var state = try state()
    let number = try #require(state.secondary.firstIndex { !$0.isEmpty })
    let key = try #require(state.secondary[number].first?.key)
    state.secondary[number][key] = nil
    expectFinding(state, "missing in the index on Owner (name)")
  }

  @Test func `a key that no record has`() throws {
    var state = try state()
    let number = try #require(state.secondary.firstIndex { !$0.isEmpty })
    state.secondary[number].insert(SecondaryKey(bytes: [1, 2], id: 3))
    expectFinding(state, "the index on Owner (name) has")
  }

  @Test func `edges that nobody counted`() throws {
    var state = try state()
    state.edgeCount += 1
    expectFinding(state, "the index counts")
  }

  @Test func `two objects with one unique key`() throws {
    var state = try state()
    let catalog = state.catalog
    var entities = catalog.entities
    let thing = try #require(entities.firstIndex { $0.name == "Thing" })
    entities[thing].uniqueness = [[entities[thing].attributes[0].id]]
    let missing = state.adopt(
      Catalog(entities: entities, layouts: catalog.layouts, nextProperty: catalog.nextProperty)
    )
    try state.fill(missing)
    expectFinding(state, "the same values of Thing (size)")
  }

  @Test func `a reference to an object that is gone`() throws {
    var state = try state()
    state.kinds[1] = 0
    state.locations[1] = 0
    expectFinding(state, "does not exist")
  }

  @Test func `an object of another entity than its record says`() throws {
    var state = try state()
    let thing = try #require(state.catalog.entity(named: "Thing"))
    state.kinds[1] = thing.id.rawValue
    expectFinding(state, "its record Owner")
  }

  @Test func `a number that was never handed out`() throws {
    let findings = SnapshotCheck.run(try state(), idLimit: 5).findings
    #expect(findings.contains { $0.found.contains("never handed out") })
  }

  @Test func `history that leads to something else`() throws {
    var state = try state()
    state.history[2] = state.locations[1]
    #expect(!SnapshotCheck.run(state).isClean)
  }
}
