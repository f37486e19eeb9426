import LogStore
import LogStoreTesting
import Testing

/// Attributes that are stored encrypted.
struct SealedValueTests {
  private static let person: [String: StoredValue] = [
    "name": .string("Ada"), "secret": .string(SealedFixture.marker), "pin": .int(1234), "age": .int(36),
  ]

  @Test func `sealed values come back after reopening, and none is in a file`() throws {
    var fixture = try SealedFixture()
    let id = try fixture.insert(Self.person)
    let agent = try fixture.insert(
      ["name": .string("Bo"), "code": .data(Array(SealedFixture.marker.utf8))],
      as: "Agent"
    )
    for _ in 0..<2 {
      #expect(try fixture.values(of: id)["secret"] == .string(SealedFixture.marker))
      #expect(try fixture.values(of: id)["pin"] == .int(1234))
      #expect(try fixture.values(of: agent)["code"] == .data(Array(SealedFixture.marker.utf8)))
      #expect(try SealedFixture.leaks(fixture.io) == [])
      fixture = try fixture.reopened()
    }
    try fixture.update(id, ["age": .int(37)])
    try fixture.store.compact()
    #expect(try SealedFixture.leaks(fixture.io) == [])
    #expect(try fixture.values(of: id)["secret"] == .string(SealedFixture.marker))
    #expect(try StoreCheck.run(at: SealedFixture.path, io: fixture.io).findings.isEmpty)
    try fixture.store.close()
  }

  @Test func `a large transaction and a full log hold nothing in clear`() throws {
    let fixture = try SealedFixture()
    var batch = WriteBatch()
    for number in 0..<2000 {
      let (layout, payload) = try fixture.payload(
        "Person",
        ["name": .string("p\(number)"), "secret": .string(SealedFixture.marker + "\(number)")]
      )
      let id = try fixture.store.newObjectID()
      payload.withUnsafeBytes { batch.insert(id, layout: layout, payload: $0) }
    }
    try fixture.store.commit(batch)
    #expect(try SealedFixture.leaks(fixture.io) == [])
    for number in 0..<300 {
      try fixture.insert(["name": .string("q\(number)"), "secret": .string(SealedFixture.marker)])
    }
    #expect(try SealedFixture.leaks(fixture.io) == [])
    let last = try #require(try fixture.find(nil).last)
    #expect(try fixture.values(of: last)["secret"] == .string(SealedFixture.marker))
    try fixture.store.close()
    #expect(try SealedFixture.leaks(fixture.io) == [])
  }

  @Test func `with encryption disabled the values are in clear, so that the search for them is one`() throws {
    let fixture = try SealedFixture(options: StoreOptions(encryption: .disabled))
    try fixture.insert(Self.person)
    #expect(try !SealedFixture.leaks(fixture.io).isEmpty)
    #expect(try fixture.io.metadata(SealedFixture.path + "/KEYS") == nil)
    try fixture.store.close()
  }

  @Test func `equal values are stored differently`() throws {
    let fixture = try SealedFixture()
    let ids = try ["a", "b", "c"].map {
      try fixture.insert(["name": .string($0), "secret": .string("same")])
    }
    let stored = try ids.map { try fixture.stored("secret", of: $0) }
    #expect(Set(stored).count == 3 && stored.allSatisfy { $0.count == 45 + 4 })
    try fixture.update(ids[0], ["secret": .string("other")])
    try fixture.update(ids[0], ["secret": .string("same")])
    #expect(try fixture.stored("secret", of: ids[0]) != stored[0])
    try fixture.store.close()
  }

  @Test func `an update that changes nothing writes nothing`() throws {
    let fixture = try SealedFixture()
    let id = try fixture.insert(Self.person)
    let before = fixture.store.sequence
    let receipt = try fixture.update(id, ["secret": .string(SealedFixture.marker), "pin": .int(1234)])
    #expect(!receipt.isWritten && fixture.store.sequence == before)
    let changes = try fixture.update(id, ["pin": .int(5)])
    let written = try #require(try fixture.store.changes(after: changes.sequence - 1).first)
    #expect(written.changes.map(\.properties) == [[try fixture.property("pin")]])
    try fixture.store.close()
  }

  @Test func `an upsert seals the values anew for the object that survives`() throws {
    var fixture = try SealedFixture()
    let id = try fixture.insert(Self.person)
    let again = try fixture.insert(["name": .string("Ada"), "secret": .string("newer"), "pin": .int(1)])
    #expect(again == id)
    fixture = try fixture.reopened()
    #expect(try fixture.values(of: id)["secret"] == .string("newer"))
    #expect(try fixture.values(of: id)["pin"] == .int(1))
    try fixture.store.close()
  }

  @Test func `live bytes are counted as the records lie in the store`() throws {
    var fixture = try SealedFixture()
    let ids = try (0..<20).map {
      try fixture.insert(["name": .string("p\($0)"), "secret": .string("value \($0)")])
    }
    for id in ids { try fixture.update(id, ["secret": .string("longer value \(id)"), "pin": .int(7)]) }
    var batch = WriteBatch()
    batch.delete(ids[3])
    try fixture.store.commit(batch)
    let counted = fixture.store.snapshot().state.liveBytes
    let rebuilt = try StoreInspection(at: SealedFixture.path, io: fixture.io, readsAllRecords: true)
    #expect(counted == rebuilt.state.liveBytes)
    fixture = try fixture.reopened()
    #expect(counted == fixture.store.snapshot().state.liveBytes)
    try fixture.store.close()
  }

  @Test func `conditions and orders see sealed values as others`() throws {
    let fixture = try SealedFixture()
    let words = ["delta", "alpha", "charlie", "bravo"]
    var ids: [String: ObjectID] = [:]
    for (number, word) in words.enumerated() {
      ids[word] = try fixture.insert(
        ["name": .string("n\(number)"), "secret": .string(word), "pin": .int(Int64(10 - number))],
        as: number == 2 ? "Agent" : "Person"
      )
    }
    let empty = try fixture.insert(["name": .string("none")])
    let secret = FilterExpression.attribute(FilterPath(), try fixture.property("secret"))
    let pin = FilterExpression.attribute(FilterPath(), try fixture.property("pin"))
    let charlie = try #require(ids["charlie"])
    func word(_ text: String) -> FilterExpression { .constant(.string(text)) }
    #expect(try fixture.find(.compare(.equal, secret, word("charlie"))) == [charlie])
    #expect(try fixture.find(.text(.contains, secret, word("harl"))) == [charlie])
    #expect(try fixture.find(.text(.startsWith, secret, word("ch"))) == [charlie])
    #expect(try fixture.find(.isNull(secret)) == [empty])
    #expect(try fixture.find(.membership(secret, of: [.string("alpha"), .string("x")])) == [ids["alpha"]])
    #expect(try fixture.find(.compare(.less, pin, .constant(.int(8)))) == [ids["bravo"]])
    #expect(
      try fixture.find(.range(pin, lower: .int(8), upper: .int(9), includesUpper: true)) == [
        ids["alpha"], charlie,
      ]
    )
    #expect(try fixture.find(.compare(.equal, .length(secret), .constant(.int(7)))) == [charlie])
    let order = try fixture.find(.not(.isNull(secret)), sortedBy: "secret")
    #expect(order == ["alpha", "bravo", "charlie", "delta"].map { ids[$0] })
    #expect(
      try fixture.find(.not(.isNull(pin)), sortedBy: "pin")
        == ["bravo", "charlie", "alpha", "delta"].map { ids[$0] }
    )
    var query = RecordQuery(
      entity: try #require(fixture.schema.entity(named: "Person")),
      filter: .compare(.equal, secret, word("alpha"))
    )
    query.includesSubentities = false
    #expect(try GraphView(snapshot: fixture.store.snapshot()).count(query) == 1)
    try fixture.store.close()
  }

  @Test func `a condition reaches the sealed value of another object`() throws {
    let fixture = try SealedFixture()
    let friend = try fixture.insert(["name": .string("a"), "secret": .string("deep")])
    let id = try fixture.insert(["name": .string("b"), "friend": .reference(friend)])
    let path = FilterPath(hops: [try fixture.property("friend")])
    let secret = FilterExpression.attribute(path, try fixture.property("secret"))
    #expect(try fixture.find(.compare(.equal, secret, .constant(.string("deep")))) == [id])
    try fixture.store.close()
  }

  @Test func `a sealed attribute is neither unique nor indexed`() throws {
    for (uniqueness, indexes) in [([["secret"]], [[String]]()), ([], [["age", "pin"]])] {
      var schema = SealedFixture.description
      schema.entities[0].uniqueness = uniqueness
      schema.entities[0].indexes = indexes
      let store = try Store.open(at: "/index.store", io: MemoryStorageIO())
      #expect(storeErrorCode { try store.adopt(schema) } == .invalidSchema)
      try store.close()
    }
  }

  @Test func `clear values are not taken for sealed ones, nor the other way round`() throws {
    let clear = try SealedFixture(options: StoreOptions(encryption: .disabled))
    try clear.insert(Self.person)
    #expect(storeErrorCode { _ = try clear.reopened(StoreOptions()) } == .schemaMismatch)
    let sealed = try SealedFixture()
    try sealed.insert(Self.person)
    #expect(
      storeErrorCode { _ = try sealed.reopened(StoreOptions(encryption: .disabled)) } == .schemaMismatch
    )
  }

  @Test func `a power cut while the first keys are made leaves a store that opens`() throws {
    let disk = SimulatedDisk(seed: 3)
    disk.startRecording()
    let fixture = try SealedFixture(io: disk.storage)
    let made = disk.takeMoments()
    let id = try fixture.insert(Self.person)
    try fixture.store.close()
    for moment in made + [disk.moment()] {
      for loss in moment.losses(exhaustiveParts: 2, random: 1) {
        let lost = moment.disk(after: loss)
        let again = try SealedFixture(io: lost.storage)
        let other = try again.insert(["name": .string("Eve"), "secret": .string("late")])
        #expect(try again.reopened().values(of: other)["secret"] == .string("late"))
      }
    }
    #expect(made.count > 20)
    disk.losePower(.losingAll)
    #expect(try SealedFixture(io: disk.storage).values(of: id)["secret"] == .string(SealedFixture.marker))
  }
}
