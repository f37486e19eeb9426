import LogStore
import LogStoreTesting
import Testing

/// Files of blobs that are not what the records ask for.
struct BlobDamageTests {
  private let bytes = BlobFixture.bytes(200_000)

  private struct Case {
    var name: String
    var change: ([UInt8]) -> [UInt8]
  }

  /// Where a chunk begins.
  private static func chunk(_ number: Int) -> Int { 64 + number * (65_536 + 8) }

  private let cases = [
    Case(name: "cut") { Array($0.dropLast()) },
    Case(name: "longer") { $0 + [0] },
    Case(name: "empty") { _ in [] },
    Case(name: "header") { file in
      var file = file
      file[30] ^= 1
      return file
    },
    Case(name: "footer") { file in
      var file = file
      file[file.count - 20] ^= 1
      return file
    },
    Case(name: "a chunk left out, with the size kept") { file in
      var file = file
      file.removeSubrange(chunk(1)..<chunk(2))
      return file + [UInt8](repeating: 0, count: 65_544)
    },
  ]

  @Test func `a file that is cut, longer, or of another value is refused before a byte is read`() throws {
    for damage in cases {
      let fixture = try BlobFixture()
      let id = try fixture.insert("a", bytes)
      let path = try #require(try fixture.files().first)
      let file = try fixture.io.open(path, .readWrite)
      let changed = damage.change(try file.readAll())
      try file.truncate(to: 0)
      try file.write(changed, at: 0)
      let error = #expect(throws: StoreError.self, "\(damage.name)") { try fixture.image(id) }
      #expect(error?.code == .blobDamaged)
      #expect(error?.path == path)
      #expect(error?.objects == [id])
      #expect(error?.tried.contains("Photo.image") == true)
    }
  }

  @Test func `damage in a chunk fails what reads it, and nothing else`() throws {
    let fixture = try BlobFixture()
    let id = try fixture.insert("a", bytes)
    let path = try #require(try fixture.files().first)
    let file = try fixture.io.open(path, .readWrite)
    let place = Self.chunk(2) + 77
    let byte = try file.read(count: 1, at: UInt64(place))
    try file.write([byte[0] ^ 4], at: UInt64(place))
    let reader = try #require(try fixture.store.snapshot().openBlob(of: id, fixture.property("image")))
    #expect(try reader.read(0..<131_072) == Array(bytes[..<131_072]))
    #expect(try reader.read(196_608..<200_000) == Array(bytes[196_608...]))
    let error = #expect(throws: StoreError.self) { try reader.read(131_000..<131_100) }
    #expect(error?.code == .blobDamaged)
    #expect(error?.offset == UInt64(Self.chunk(2)))
    #expect(try fixture.store.snapshot().withRecord(id) { view, _ in view.string(0) } == "a")
  }

  @Test func `chunks that change places, and those of another blob, are noticed`() throws {
    let fixture = try BlobFixture()
    let same = [UInt8](repeating: 7, count: 131_072)
    let a = try fixture.insert("a", same)
    let b = try fixture.insert("b", same)
    let paths = StorePaths(root: BlobFixture.path)
    let first = try fixture.io.open(paths.blob(try fixture.reference(a).id), .readWrite)
    let second = try fixture.io.open(paths.blob(try fixture.reference(b).id), .readWrite)
    let chunk = try first.read(count: 65_544, at: 64)
    try first.write(chunk, at: UInt64(Self.chunk(1)))
    try second.write(chunk, at: 64)
    #expect(storeErrorCode { _ = try fixture.image(a) } == .blobDamaged)
    #expect(storeErrorCode { _ = try fixture.image(b) } == .blobDamaged)
  }

  @Test func `every changed bit of a file is noticed by a check that reads everything`() throws {
    let fixture = try BlobFixture()
    try fixture.insert("a", BlobFixture.bytes(1500))
    let path = try #require(try fixture.files().first)
    let file = try fixture.io.open(path, .readWrite)
    let content = try file.readAll()
    let state = fixture.store.snapshot().state
    for offset in content.indices {
      try file.write([content[offset] ^ 1 << UInt8(offset % 8)], at: UInt64(offset))
      #expect(!SnapshotCheck.run(state, readingBlobs: true).findings.isEmpty, "byte \(offset)")
      try file.write([content[offset]], at: UInt64(offset))
    }
    #expect(SnapshotCheck.run(state, readingBlobs: true).findings == [])
  }

  @Test func `a check names the object whose blob is missing or damaged, and reads all only when asked to`()
    throws
  {
    let fixture = try BlobFixture()
    let missing = try fixture.insert("missing", bytes)
    let damaged = try fixture.insert("damaged", bytes)
    let paths = StorePaths(root: BlobFixture.path)
    let path = paths.blob(try fixture.reference(damaged).id)
    try fixture.io.remove(paths.blob(try fixture.reference(missing).id))
    try fixture.io.open(path, .readWrite).write([bytes[0] ^ 1], at: 64)
    try fixture.store.close()
    let plain = try StoreCheck.run(at: BlobFixture.path, io: fixture.io)
    #expect(plain.findings.map(\.objects) == [[missing]])
    #expect(plain.findings.allSatisfy { $0.severity == .corruption })
    let deep = try StoreCheck.run(at: BlobFixture.path, readingBlobs: true, io: fixture.io)
    #expect(deep.findings.map(\.objects) == [[missing], [damaged]])
    #expect(deep.findings.last?.path == path)
    #expect(deep.findings.last?.offset == 64)
  }

  @Test func `a full disk leaves no part of a blob, and the store usable`() throws {
    let disk = SimulatedDisk(seed: 5)
    let fixture = try BlobFixture(io: disk.storage)
    let id = try fixture.insert("kept", bytes)
    disk.setCapacity(disk.usedBytes + 100_000)
    #expect(storeErrorCode { try fixture.insert("b", bytes) } == .outOfSpace)
    #expect(try fixture.files().count == 1)
    try fixture.insert("c", BlobFixture.bytes(50_000))
    #expect(try fixture.image(id) == bytes)
    #expect(try fixture.files().count == 2)
  }

  @Test(arguments: [DiskFailure.Reason.noSpace, .inputOutput])
  func `whichever call fails, there is no file without an owner, and no value without its file`(
    reason: DiskFailure.Reason
  ) throws {
    var struck = 0
    for count in 0..<60 {
      let disk = SimulatedDisk(seed: 5)
      let fixture = try BlobFixture(io: disk.storage)
      let id = try fixture.insert("kept", bytes)
      disk.add(DiskFailure(afterCalls: count, reason: reason))
      do {
        try fixture.insert("b", BlobFixture.bytes(100_000))
      } catch is StoreError {
        struck += 1
      }
      disk.removeFailures()
      if fixture.store.failure == nil {
        // Only a removal that failed leaves something.
        #expect(try fixture.files().count <= fixture.store.statistics().blobs + 1, "\(count)")
        #expect(try fixture.image(id) == bytes)
      }
      disk.killProcess()
      let again = try BlobFixture(io: disk.storage)
      try again.insert("c", BlobFixture.bytes(2000))
      #expect(try again.files().count == again.store.statistics().blobs, "\(count)")
      #expect(SnapshotCheck.run(again.store.snapshot().state, readingBlobs: true).findings == [])
      #expect(try again.image(id) == bytes)
    }
    #expect(struck > 10)
  }

  @Test(arguments: [DiskFailure.Reason.noSpace, .inputOutput])
  func `a commit that failed and is made once more names values that outlive the power`(
    reason: DiskFailure.Reason
  ) throws {
    var repeated = 0
    for count in 0..<40 {
      let disk = SimulatedDisk(seed: 6)
      let fixture = try BlobFixture(io: disk.storage)
      try fixture.insert("first", nil)
      var batch = WriteBatch()
      disk.add(DiskFailure(afterCalls: count, reason: reason))
      guard let a = try? fixture.insert("a", ["image": .bytes(bytes)], in: &batch),
        let b = try? fixture.insert("b", ["image": .bytes(bytes)], in: &batch)
      else { continue }
      let results = fixture.store.commit(together: [batch])
      disk.removeFailures()
      // Where the disk is full the commit is made once more by itself.
      if case .failure? = results.first {
        guard fixture.store.failure == nil, (try? fixture.store.commit(batch)) != nil else { continue }
      }
      repeated += 1
      disk.losePower(.losingAll)
      let again = try BlobFixture(io: disk.storage)
      #expect(try again.image(a) == bytes && again.image(b) == bytes, "\(count)")
      #expect(SnapshotCheck.run(again.store.snapshot().state, readingBlobs: true).findings == [])
    }
    #expect(repeated > 0)
  }
}
