import LogStore
import Testing

/// Sealed values that are not where and what they were when they were sealed.
///
/// `fuzz sealed` does the same a million times.
struct SealedTamperTests {
  /// A value as it is stored, with what it takes to open it.
  private struct Value {
    var name: String
    var bytes: [UInt8]
    var place: SealedPlace
    var snapshot: Snapshot
    var sealing: LogStore.Sealing

    /// The code of the error when other bytes are opened in its place; nil if they open.
    func refusal(of other: [UInt8]) -> StoreError.Code? {
      storeErrorCode {
        try other.withUnsafeBytes { try sealing.withOpened($0, place, snapshot.catalog) { _ in } }
      }
    }
  }

  private static func value(_ fixture: SealedFixture, _ name: String, of id: ObjectID) throws -> Value {
    let snapshot = fixture.store.snapshot()
    let entity = try #require(snapshot.entity(of: id))
    return Value(
      name: "\(name) of object \(id), entity \(entity.rawValue), store \(fixture.store.identifier)",
      bytes: try fixture.stored(name, of: id),
      place: SealedPlace(entity: entity, object: id, attribute: try fixture.property(name)),
      snapshot: snapshot,
      sealing: try #require(snapshot.state.sealing)
    )
  }

  private static func fixture(_ byte: UInt8) throws -> SealedFixture {
    let key = try #require(EncryptionKey([UInt8](repeating: byte, count: 32)))
    return try SealedFixture(options: StoreOptions(encryption: .key(key)))
  }

  @Test func `ten thousand flipped bits are all refused`() throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    let fixture = try Self.fixture(1)
    let values = try ["", "a", String(repeating: "long", count: 50)].enumerated().map { number, text in
      let id = try fixture.insert(["name": .string("p\(number)"), "secret": .string(text), "pin": .int(7)])
      return [try Self.value(fixture, "secret", of: id), try Self.value(fixture, "pin", of: id)]
    }.flatMap(\.self)
    for value in values { #expect(value.refusal(of: value.bytes) == nil, "\(value.name)") }
    for _ in 0..<10_000 {
      let value = try #require(values.randomElement(using: &generator))
      var bytes = value.bytes
      let bit = Int.random(in: 0..<8 * bytes.count, using: &generator)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      // A bit of the key's number leads to a key that there is not.
      let expected: StoreError.Code = (1..<5).contains(bit / 8) ? .keyMissing : .sealCorrupt
      #expect(value.refusal(of: bytes) == expected, "bit \(bit) of \(value.name), seed \(seed)")
    }
    try fixture.store.close()
  }

  @Test func `a value opens at its own place and at no other`() throws {
    // Two stores under one key and one under another, with objects of two entities that have the same numbers in each.
    let fixtures = try [1, 1, 2].map { try Self.fixture($0) }
    var values: [Value] = []
    for fixture in fixtures {
      for (name, entity) in [("a", "Person"), ("b", "Person"), ("c", "Agent")] {
        let all: [String: StoredValue] = ["name": .string(name), "secret": .string("s"), "pin": .int(7)]
        let id = try fixture.insert(all, as: entity)
        values += try ["secret", "pin"].map { try Self.value(fixture, $0, of: id) }
      }
    }
    #expect(values.count == 18)
    for (number, from) in values.enumerated() {
      for (other, to) in values.enumerated() {
        let refusal = to.refusal(of: from.bytes)
        #expect(refusal == (number == other ? nil : .sealCorrupt), "\(from.name) in the place of \(to.name)")
      }
      var other = from
      other.place.entity = EntityID(rawValue: 3 - from.place.entity.rawValue)
      #expect(other.refusal(of: from.bytes) == .sealCorrupt, "\(from.name) in another entity")
    }
    for fixture in fixtures { try fixture.store.close() }
  }

  @Test func `a value that names another data key of its store is refused`() throws {
    let fixture = try Self.fixture(1)
    let id = try fixture.insert(["name": .string("a"), "secret": .string("s")])
    let value = try Self.value(fixture, "secret", of: id)
    let next = try fixture.store.addDataKey()
    var bytes = value.bytes
    bytes[1] = UInt8(next)
    #expect(value.refusal(of: bytes) == .sealCorrupt)
    #expect(value.refusal(of: value.bytes) == nil)
    try fixture.store.close()
  }
}
