import LogStore
import Testing

/// Where the key of sealed values comes from, and what becomes of a wrong one.
struct SealingKeyTests {
  private static let person: [String: StoredValue] = ["name": .string("Ada"), "secret": .string("s3cret")]

  private func options(_ encryption: StoreOptions.Encryption) -> StoreOptions {
    StoreOptions(encryption: encryption)
  }

  private func key(_ byte: UInt8) throws -> EncryptionKey {
    try #require(EncryptionKey([UInt8](repeating: byte, count: 32)))
  }

  /// The bytes of all files of a store.
  private func image(_ io: any StorageIO, _ directory: String = SealedFixture.path) throws -> [String:
    [UInt8]]
  {
    var files: [String: [UInt8]] = [:]
    for name in try io.contents(ofDirectory: directory) where name != "LOCK" {
      let path = directory + "/" + name
      if try io.metadata(path)?.kind == .directory {
        files.merge(try image(io, path)) { $1 }
      } else {
        files[path] = try io.open(path, .readOnly).readAll()
      }
    }
    return files
  }

  @Test func `a wrong key is told from damage, and changes nothing`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.key(try key(1))))
    let id = try fixture.insert(Self.person)
    try fixture.store.close()
    let before = try image(io)
    #expect(storeErrorCode { _ = try SealedFixture(io: io, options: options(.key(try key(2)))) } == .wrongKey)
    #expect(
      storeErrorCode { _ = try SealedFixture(io: io, options: options(.passphrase("x", rounds: 1))) }
        == .wrongKey
    )
    #expect(storeErrorCode { _ = try SealedFixture(io: io) } == .keyMissing)
    let readOnly = StoreOptions(access: .readOnly, encryption: .key(try key(2)))
    #expect(storeErrorCode { _ = try SealedFixture(io: io, options: readOnly) } == .wrongKey)
    let after = try image(io)
    #expect(before.filter { $0.key.hasSuffix(".seg") } == after.filter { $0.key.hasSuffix(".seg") })
    #expect(before[SealedFixture.path + "/KEYS"] == after[SealedFixture.path + "/KEYS"])
    #expect(try StoreCheck.run(at: SealedFixture.path, io: io).findings.isEmpty)
    let again = try SealedFixture(io: io, options: options(.key(try key(1))))
    #expect(try again.values(of: id)["secret"] == .string("s3cret"))
    try again.store.close()
  }

  @Test func `what is not sealed can be read without the key`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.key(try key(1))))
    let id = try fixture.insert(Self.person)
    let name = try fixture.property("name")
    try fixture.store.close()
    let store = try Store.open(at: SealedFixture.path, options: options(.key(try key(2))), io: io)
    let value = try store.snapshot().withRecord(id) { view, _ in
      view.layout.fieldIndex(of: name).map { view.value($0) }
    }
    #expect(value == .string("Ada"))
    #expect(storeErrorCode { try store.snapshot().withClearRecord(id) { _ in } } == .wrongKey)
    try store.close()
  }

  @Test func `a passphrase opens what it sealed, another one does not`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.passphrase("correct horse", rounds: 10)))
    let id = try fixture.insert(Self.person)
    // The store says how many rounds, not the program.
    let again = try fixture.reopened(options(.passphrase("correct horse", rounds: 3)))
    #expect(try again.values(of: id)["secret"] == .string("s3cret"))
    try again.store.close()
    let wrong = options(.passphrase("correct horsf", rounds: 10))
    #expect(storeErrorCode { _ = try SealedFixture(io: io, options: wrong) } == .wrongKey)
    #expect(storeErrorCode { _ = try SealedFixture(io: io, options: options(.key(try key(1)))) } == .wrongKey)
  }

  @Test func `every damaged byte of the data keys is found, and one copy is enough`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io)
    let id = try fixture.insert(Self.person)
    try fixture.store.close()
    let path = SealedFixture.path + "/KEYS"
    let file = try io.open(path, .readWrite)
    let bytes = try file.readAll()
    let used = 120 + 88 + 8
    for offset in 0..<used {
      var damaged = bytes
      damaged[offset] ^= 0x10
      try file.write(damaged, at: 0)
      #expect(
        try StoreCheck.run(at: SealedFixture.path, io: io).findings.map(\.severity) == [.corruption],
        "byte \(offset)"
      )
      if offset % 40 == 0 {
        let again = try SealedFixture(io: io)
        #expect(try again.values(of: id)["secret"] == .string("s3cret"))
        try again.store.close()
      }
      damaged[bytes.count / 2 + offset] ^= 0x10
      try file.write(damaged, at: 0)
      if offset % 40 == 0 { #expect(storeErrorCode { _ = try SealedFixture(io: io) } == .keysCorrupt) }
    }
    try file.truncate(to: 0)
    #expect(storeErrorCode { _ = try SealedFixture(io: io) } == .keysCorrupt)
    try io.remove(path)
    #expect(storeErrorCode { _ = try SealedFixture(io: io) } == .keyMissing)
    #expect(try StoreCheck.run(at: SealedFixture.path, io: io).findings.map(\.severity) == [.corruption])
  }

  @Test func `the key file of the user is made once, for the owner alone`() throws {
    let scratch = try ScratchDirectory(.posix)
    let io = EnvironmentIO(base: PosixStorageIO(), variables: ["HOME": scratch.path])
    let path = scratch("one.store")
    let fixture = try SealedFixture(io: io, path: path)
    let id = try fixture.insert(Self.person)
    let keyPath = scratch(".local/share/objectgraph/store.key")
    let key = try io.open(keyPath, .readOnly).readAll()
    #expect(key.count == 65 && key.last == 10)
    #expect(try io.contents(ofDirectory: scratch(".local/share/objectgraph")) == ["store.key"])
    let other = try SealedFixture(io: io, path: scratch("two.store"))
    try other.store.close()
    #expect(try io.open(keyPath, .readOnly).readAll() == key)
    let again = try fixture.reopened()
    #expect(try again.values(of: id)["secret"] == .string("s3cret"))
    try again.store.close()

    try io.rename(keyPath, to: scratch("elsewhere"))
    do {
      _ = try SealedFixture(io: io, path: path)
      Issue.record("it opened without its key file")
    } catch let error as StoreError {
      #expect(error.code == .keyMissing && "\(error)".contains(keyPath), "\(error)")
    }
    #expect(try io.metadata(keyPath) == nil, "a new key would hide that the old one is gone")
    var named = io
    named.variables["OBJECTGRAPH_KEY_FILE"] = scratch("elsewhere")
    let found = try SealedFixture(io: named, path: path)
    #expect(try found.values(of: id)["secret"] == .string("s3cret"))
    try found.store.close()
    try io.createDirectory(scratch("credentials"))
    try io.rename(scratch("elsewhere"), to: scratch("credentials/objectgraph.key"))
    named.variables = ["HOME": scratch.path, "CREDENTIALS_DIRECTORY": scratch("credentials")]
    let credential = try SealedFixture(io: named, path: path)
    #expect(try credential.values(of: id)["secret"] == .string("s3cret"))
    try credential.store.close()
  }

  @Test func `a key file holds 32 bytes or 64 digits, all else is refused`() throws {
    let io = MemoryStorageIO()
    let bytes = (0..<32).map { UInt8($0 * 7 + 3) }
    let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let texts: [(content: [UInt8], isKey: Bool)] = [
      (bytes, true), (Array(digits.utf8), true), (Array((digits + "\n").utf8), true),
      (Array((digits.uppercased() + "\r\n").utf8), true), ([], false), (Array(bytes.dropLast()), false),
      (Array((digits.dropLast() + "g").utf8), false), (Array((digits.dropLast() + "/").utf8), false),
      (Array((digits + digits).utf8), false),
    ]
    let fixture = try SealedFixture(io: io, options: options(.key(try #require(EncryptionKey(bytes)))))
    let id = try fixture.insert(Self.person)
    try fixture.store.close()
    for (number, text) in texts.enumerated() {
      let file = try io.open("/key\(number)", .create)
      try file.write(text.content, at: 0)
      let opened = options(.keyFile("/key\(number)"))
      if text.isKey {
        let again = try SealedFixture(io: io, options: opened)
        #expect(try again.values(of: id)["secret"] == .string("s3cret"))
        try again.store.close()
      } else {
        #expect(
          storeErrorCode { _ = try SealedFixture(io: io, options: opened) } == .keyMissing,
          "text \(number)"
        )
      }
    }
    #expect(
      storeErrorCode { _ = try SealedFixture(io: io, options: options(.keyFile("/none"))) } == .keyMissing
    )
  }

  @Test func `a sealed value opens in its place alone, and with none of its bits changed`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.key(try key(1))))
    let id = try fixture.insert(
      ["name": .string("Bo"), "secret": .string("x"), "pin": .int(77)],
      as: "Agent"
    )
    let catalog = fixture.schema.catalog
    let sealed = try fixture.stored("secret", of: id)
    let agent = try #require(fixture.schema.entity(named: "Agent"))
    let place = SealedPlace(entity: agent, object: id, attribute: try fixture.property("secret"))
    func opens(_ bytes: [UInt8], _ place: SealedPlace, _ store: Store) -> Bool {
      storeErrorCode {
        try bytes.withUnsafeBytes { bytes in try store.sealing.withOpened(bytes, place, catalog) { _ in } }
      } == nil
    }
    #expect(opens(sealed, place, fixture.store))
    var elsewhere = [place, place, place]
    elsewhere[0].object = ObjectID(rawValue: id.rawValue + 1)
    elsewhere[1].attribute = try fixture.property("pin")
    elsewhere[2].entity = try #require(fixture.schema.entity(named: "Person"))
    for place in elsewhere { #expect(!opens(sealed, place, fixture.store), "\(place)") }
    for bit in 0..<8 * sealed.count {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!opens(changed, place, fixture.store), "bit \(bit)")
    }
    for count in 0..<sealed.count { #expect(!opens(Array(sealed.prefix(count)), place, fixture.store)) }
    #expect(!opens(sealed + [0], place, fixture.store))
    let other = try SealedFixture(options: options(.key(try key(1))), path: "/other.store")
    try other.insert(["name": .string("Bo"), "secret": .string("x")], as: "Agent")
    #expect(!opens(sealed, place, other.store))
    try other.store.close()
    try fixture.store.close()
  }

  @Test func `a follower reads what is sealed while it is written`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io, options: options(.key(try key(1))))
    let first = try fixture.insert(Self.person)
    let reader = try SealedFixture(
      io: io,
      options: StoreOptions(access: .readOnly, encryption: .key(try key(1)))
    )
    #expect(try reader.values(of: first)["secret"] == .string("s3cret"))
    let second = try fixture.insert(["name": .string("Eve"), "secret": .string("later")])
    try reader.store.refresh()
    #expect(try reader.values(of: second)["secret"] == .string("later"))
    try fixture.store.close()
  }

  @Test func `no description of a key shows its bytes`() throws {
    let key = try #require(EncryptionKey([UInt8](repeating: 0xA7, count: 32)))
    var texts = ["\(key)", String(reflecting: key)]
    for encryption in [StoreOptions.Encryption.key(key), .passphrase("hunter2")] {
      let options = StoreOptions(encryption: encryption)
      var dumped = ""
      dump(options, to: &dumped)
      texts += ["\(encryption)", "\(options)", String(reflecting: options), dumped]
    }
    for text in texts {
      #expect(!text.contains("167, 167") && !text.lowercased().contains("a7a7"), "\(text)")
      #expect(!text.contains("hunter2"), "\(text)")
    }
    #expect(EncryptionKey([1, 2, 3]) == nil)
  }

  @Test func `a passphrase is the text, whatever its Unicode form, and is not empty`() throws {
    let io = MemoryStorageIO()
    let composed = options(.passphrase("caf\u{e9}", rounds: 4))
    try SealedFixture(io: io, options: composed).store.close()
    try SealedFixture(io: io, options: options(.passphrase("cafe\u{301}", rounds: 4))).store.close()
    for wrong in [options(.passphrase("", rounds: 4)), options(.passphrase("x", rounds: 0))] {
      #expect(storeErrorCode { _ = try SealedFixture(options: wrong) } == .invalidArgument)
    }
  }

  @Test func `forged rounds of a passphrase are refused before they are counted`() throws {
    let io = MemoryStorageIO()
    let passphrase = options(.passphrase("x", rounds: 4))
    try SealedFixture(io: io, options: passphrase).store.close()
    let file = try io.open(SealedFixture.path + "/KEYS", .readWrite)
    let bytes = try file.readAll()
    for rounds in [UInt32.max, 0, 10_000_001] {
      var forged = Array(bytes.prefix(bytes.count / 2))
      withUnsafeBytes(of: rounds.littleEndian) {
        for (place, byte) in $0.enumerated() { forged[36 + place] = byte }
      }
      let end = 120 + 88
      let hash = forged[..<end].withUnsafeBytes { XXH64.hash($0, seed: 0x3130_5359_454B_534C) }
      withUnsafeBytes(of: hash.littleEndian) {
        for (place, byte) in $0.enumerated() { forged[end + place] = byte }
      }
      try file.write(forged + forged, at: 0)
      #expect(
        storeErrorCode { _ = try SealedFixture(io: io, options: passphrase) } == .keysCorrupt,
        "\(rounds)"
      )
    }
    try file.write(bytes, at: 0)
    try SealedFixture(io: io, options: passphrase).store.close()
  }

  @Test func `lost data keys are not replaced when something new is to be sealed`() throws {
    let io = MemoryStorageIO()
    let fixture = try SealedFixture(io: io)
    try fixture.insert(Self.person)
    try fixture.store.close()
    try io.remove(SealedFixture.path + "/KEYS")
    var schema = SealedFixture.description
    schema.entities.append(
      .init(
        name: "Safe",
        attributes: [.init(name: "code", kind: .string, typeName: "String", flags: .sealed)]
      )
    )
    let store = try Store.open(at: SealedFixture.path, io: io)
    #expect(storeErrorCode { try store.adopt(schema) } == .keyMissing)
    #expect(try io.metadata(SealedFixture.path + "/KEYS") == nil)
    try store.close()
  }

  @Test func `no message of arithmetic shows a sealed value`() throws {
    let fixture = try SealedFixture()
    try fixture.insert(["name": .string("a"), "pin": .int(.max - 7)])
    let pin = FilterExpression.attribute(FilterPath(), try fixture.property("pin"))
    let sum = FilterExpression.arithmetic(.add, .int64, pin, .constant(.int(100)))
    do {
      _ = try fixture.find(.compare(.equal, sum, .constant(.int(1))))
      Issue.record("it did not throw")
    } catch let error as StoreError {
      #expect(error.code == .arithmetic && !"\(error)".contains("\(Int64.max - 7)"), "\(error)")
      #expect("\(error)".contains("pin") && "\(error)".contains("+"), "\(error)")
    }
    try fixture.store.close()
  }
}
