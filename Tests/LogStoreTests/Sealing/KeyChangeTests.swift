import LogStore
import LogStoreTesting
import Testing

/// Keys that are changed, added and destroyed.
struct KeyChangeTests {
  private func key(_ byte: UInt8) throws -> EncryptionKey {
    try #require(EncryptionKey([UInt8](repeating: byte, count: 32)))
  }

  private func options(_ encryption: StoreOptions.Encryption) -> StoreOptions {
    StoreOptions(encryption: encryption)
  }

  /// Number of the data key that a value is sealed under.
  private func keyID(_ fixture: SealedFixture, _ id: ObjectID, _ name: String = "secret") throws -> UInt8 {
    let bytes = try fixture.stored(name, of: id)
    return try #require(bytes.count > 5 ? bytes[1] : nil)
  }

  @Test func `another key of the store opens all values, the one before none`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.key(try key(1))))
    let id = try fixture.insert(["name": .string("a"), "secret": .string("one")])
    try fixture.store.changeKey(to: .key(try key(2)))
    #expect(try fixture.values(of: id)["secret"] == .string("one"))
    let second = try fixture.insert(["name": .string("b"), "secret": .string("two")])
    try fixture.store.close()
    #expect(storeErrorCode { _ = try SealedFixture(io: io, options: options(.key(try key(1)))) } == .wrongKey)
    var again = try SealedFixture(io: io, options: options(.key(try key(2))))
    try again.store.changeKey(to: .passphrase("word", rounds: 5))
    try again.store.close()
    #expect(storeErrorCode { _ = try SealedFixture(io: io, options: options(.key(try key(2)))) } == .wrongKey)
    again = try SealedFixture(io: io, options: options(.passphrase("word", rounds: 5)))
    #expect(try again.values(of: id)["secret"] == .string("one"))
    #expect(try again.values(of: second)["secret"] == .string("two"))
    #expect(storeErrorCode { try again.store.changeKey(to: .disabled) } == .invalidArgument)
    #expect(storeErrorCode { try again.store.changeKey(to: .keyFile("/none")) } == .keyMissing)
    #expect(try again.values(of: id)["secret"] == .string("one"))
    try again.store.close()
  }

  @Test func `new values take the newest data key, a compaction brings the others to it`() throws {
    var fixture = try SealedFixture()
    let first = try fixture.insert(["name": .string("a"), "secret": .string("one"), "pin": .int(1)])
    #expect(try fixture.store.addDataKey() == 2)
    let second = try fixture.insert(["name": .string("b"), "secret": .string("two")])
    #expect(try keyID(fixture, first) == 1)
    #expect(try keyID(fixture, second) == 2)
    try fixture.store.compact()
    #expect(try keyID(fixture, first) == 1)
    let counted = fixture.store.snapshot().state.liveBytes
    try fixture.store.compact(reencrypting: true)
    #expect(try keyID(fixture, first) == 2)
    #expect(try keyID(fixture, first, "pin") == 2)
    #expect(fixture.store.snapshot().state.liveBytes == counted)
    for _ in 0..<2 {
      #expect(try fixture.values(of: first)["secret"] == .string("one"))
      #expect(try fixture.values(of: first)["pin"] == .int(1))
      #expect(try fixture.values(of: second)["secret"] == .string("two"))
      fixture = try fixture.reopened()
    }
    #expect(try StoreCheck.run(at: SealedFixture.path, io: fixture.io).findings.isEmpty)
    #expect(try fixture.store.dataKeys().map(\.state) == [.retired, .primary])
    try fixture.store.close()
  }

  @Test func `objects with values under a destroyed key cannot be opened, all others can`() throws {
    var fixture = try SealedFixture()
    let first = try fixture.insert(["name": .string("a"), "secret": .string("one")])
    #expect(storeErrorCode { try fixture.store.destroyDataKey(1) } == .invalidArgument)
    try fixture.store.addDataKey()
    let second = try fixture.insert(["name": .string("b"), "secret": .string("two")])
    try fixture.update(first, ["age": .int(3)])
    let third = try fixture.insert(["name": .string("c")])
    #expect(try keyID(fixture, first) == 2, "a save seals all values of the object")
    try fixture.store.addDataKey()
    let fourth = try fixture.insert(["name": .string("d"), "secret": .string("four")])
    #expect(storeErrorCode { try fixture.store.destroyDataKey(2) } == .invalidArgument, "it is in use")
    #expect(try fixture.values(of: second)["secret"] == .string("two"))
    try fixture.store.destroyDataKey(2, losingValues: true)
    #expect(storeErrorCode { try fixture.store.destroyDataKey(2) } == .invalidArgument)
    for _ in 0..<2 {
      for id in [first, second] { #expect(storeErrorCode { _ = try fixture.values(of: id) } == .keyMissing) }
      #expect(try fixture.values(of: third)["name"] == .string("c"))
      #expect(try fixture.values(of: fourth)["secret"] == .string("four"))
      try fixture.store.compact(reencrypting: true)
      fixture = try fixture.reopened()
    }
    #expect(try fixture.store.dataKeys().map(\.state) == [.retired, .destroyed, .primary])
    let keys = try fixture.io.open(SealedFixture.path + "/KEYS", .readOnly).readAll()
    #expect(keys[120 + 88 + 16..<120 + 2 * 88].allSatisfy { $0 == 0 })
    try fixture.store.close()
  }

  @Test func `a reader learns of a key that was added while it reads`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.key(try key(1))))
    try fixture.insert(["name": .string("a"), "secret": .string("one")])
    let reader = try SealedFixture(
      io: io,
      options: StoreOptions(access: .readOnly, encryption: .key(try key(1)))
    )
    try fixture.store.addDataKey()
    let id = try fixture.insert(["name": .string("b"), "secret": .string("two")])
    try reader.store.refresh()
    #expect(try reader.values(of: id)["secret"] == .string("two"))
    #expect(storeErrorCode { try reader.store.addDataKey() } == .readOnly)
    try fixture.store.close()
  }

  @Test func `a power cut while keys change leaves the list before or the one after`() throws {
    let disk = SimulatedDisk(seed: 8)
    let fixture = try SealedFixture(io: disk.storage, options: options(.key(try key(1))))
    let id = try fixture.insert(["name": .string("a"), "secret": .string("one")])
    disk.startRecording()
    try fixture.store.changeKey(to: .key(try key(2)))
    try fixture.store.addDataKey()
    let moments = disk.takeMoments()
    disk.stopRecording()
    var opened: Set<UInt8> = []
    for moment in moments + [disk.moment()] {
      for loss in moment.losses(exhaustiveParts: 3, random: 1) {
        let lost = moment.disk(after: loss)
        var found: UInt8?
        for byte: UInt8 in [1, 2] {
          guard let again = try? SealedFixture(io: lost.storage, options: options(.key(try key(byte)))) else {
            continue
          }
          #expect(try again.values(of: id)["secret"] == .string("one"))
          try again.store.close()
          found = byte
        }
        opened.insert(try #require(found, "neither key opens it"))
      }
    }
    #expect(opened == [1, 2])
  }
}
