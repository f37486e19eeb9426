import LogStore
import Testing

/// When files of blobs come, and when they go.
struct BlobLifeTests {
  private let large = BlobFixture.bytes(70_000)
  private let other = BlobFixture.bytes(5000, seed: 2)

  @Test func `there are as many files as values, whatever is replaced, cleared and deleted`() throws {
    let fixture = try BlobFixture()
    var album = WriteBatch()
    let owner = try fixture.store.newObjectID()
    let (layout, payload) = try fixture.payload("Album", ["title": .record(.string("all"))], in: &album)
    payload.withUnsafeBytes { album.insert(owner, layout: layout, payload: $0) }
    var photos: [ObjectID] = []
    for number in 0..<20 {
      let values: [String: BlobFixture.Value] = [
        "image": .bytes(BlobFixture.bytes(2000 + number)), "album": .record(.reference(owner)),
      ]
      photos.append(try fixture.insert("photo \(number)", values, in: &album))
    }
    try fixture.store.commit(album)
    #expect(try fixture.files().count == 20)
    for number in 0..<10 {
      try fixture.update(photos[3], "photo 3", .bytes(BlobFixture.bytes(3000 + number)))
    }
    #expect(try fixture.files().count == 20)
    try fixture.update(photos[4], "photo 4", nil)
    try fixture.update(photos[5], "photo 5", .bytes([1, 2, 3]))
    #expect(try fixture.files().count == 18)
    #expect(fixture.store.statistics().blobs == 18)
    let again = try fixture.reopened()
    #expect(try again.image(photos[3]) == BlobFixture.bytes(3009))
    try again.delete(photos[0])
    #expect(try again.files().count == 17)
    try again.delete(owner)  // the others lose their album with it
    #expect(again.store.snapshot().entity(of: photos[1]) == nil)
    // The one that was changed was taken out of the album.
    #expect(try again.files().count == 1)
    try again.delete(photos[3])
    #expect(try again.files().isEmpty)
    #expect(again.store.statistics().blobBytes == 0)
  }

  @Test func `a commit that is refused leaves no file, nor does a writer or a batch that is dropped`() throws
  {
    let fixture = try BlobFixture()
    let id = try fixture.insert("a", large)
    do {
      let writer = try fixture.store.makeBlobWriter()
      try writer.append(large)
      #expect(try fixture.files().count == 2)
    }
    #expect(try fixture.files().count == 1)
    do {
      var batch = WriteBatch()
      _ = try fixture.insert("dropped", ["image": .bytes(large)], in: &batch)
      #expect(try fixture.files().count == 2)
    }
    #expect(try fixture.files().count == 1)
    do {
      var batch = WriteBatch(uniqueness: .fail)
      _ = try fixture.insert("a", ["image": .bytes(other)], in: &batch)
      #expect(storeErrorCode { try fixture.store.commit(batch) } == .uniquenessViolation)
      #expect(try fixture.files().count == 2, "another commit can take it")
      #expect(storeErrorCode { try fixture.store.commit(batch) } == .uniquenessViolation)
    }
    #expect(try fixture.files().count == 1)
    #expect(try fixture.image(id) == large)
  }

  @Test func `a blob is part of one commit, whichever others come with it at the same time`() throws {
    let fixture = try BlobFixture()
    var batch = WriteBatch()
    let blob = try large.withUnsafeBytes { try fixture.store.writeBlob($0) }
    batch.attach(blob)
    batch.attach(blob)
    let id = try fixture.insert("a", ["image": .blob(blob.reference)], in: &batch)
    let results = fixture.store.commit(together: [batch, batch])
    let codes = results.map { result in storeErrorCode { _ = try result.get() } }
    #expect(codes == [nil, .invalidArgument])
    #expect(storeErrorCode { try fixture.store.commit(batch) } == .invalidArgument)
    #expect(try fixture.image(id) == large)
    #expect(try fixture.reopened().image(id) == large)
  }

  @Test func `a snapshot that outlives the closing keeps its blobs from the next writer`() throws {
    let io = MemoryStorageIO()
    var first: BlobFixture? = try BlobFixture(io: io)
    let id = try #require(try first?.insert("a", large))
    var snapshot = first?.store.snapshot()
    try first?.store.close()
    first = nil
    let next = try BlobFixture(io: io)
    try next.update(id, "a", .bytes(other))
    try next.store.compact()
    #expect(try snapshot.map { try BlobFixture.image(id, in: $0) } == large)
    snapshot = nil
    #expect(try next.reopened().files().count == 1)
  }

  @Test func `an upsert takes the blob over, and what it does not assign goes`() throws {
    let fixture = try BlobFixture()
    let id = try fixture.insert("a", large)
    #expect(try fixture.insert("a", other) == id)
    #expect(try fixture.image(id) == other)
    #expect(try fixture.files().count == 1)
    var batch = WriteBatch()
    let name = try fixture.property("name")
    _ = try fixture.insert("a", ["image": .bytes(large)], in: &batch, changed: [name])
    try fixture.store.commit(batch)
    #expect(try fixture.image(id) == other)
    #expect(try fixture.files().count == 1)
    #expect(SnapshotCheck.run(fixture.store.snapshot().state, readingBlobs: true).findings == [])
  }

  @Test func `a blob moves to another object where the first one goes or lets go of it`() throws {
    let fixture = try BlobFixture()
    let a = try fixture.insert("a", large)
    let reference = try fixture.reference(a)
    var batch = WriteBatch()
    batch.delete(a)
    let b = try fixture.insert("b", ["image": .blob(reference)], in: &batch)
    try fixture.store.commit(batch)
    #expect(try fixture.image(b) == large)
    let c = try fixture.insert("c", nil)
    var swap = WriteBatch()
    try fixture.update(b, "b", nil, in: &swap)
    try fixture.update(c, "c", .blob(reference), in: &swap)
    try fixture.store.commit(swap)
    #expect(try fixture.image(c) == large)
    #expect(try fixture.files().count == 1)
    let again = try fixture.reopened()
    #expect(try again.image(c) == large)
    try again.delete(c)
    #expect(try again.files().isEmpty)
  }

  @Test func `two objects, or two attributes, never share a blob`() throws {
    let fixture = try BlobFixture()
    let a = try fixture.insert("a", large)
    let reference = try fixture.reference(a)
    var shared = WriteBatch()
    _ = try fixture.insert("b", ["image": .blob(reference)], in: &shared)
    #expect(storeErrorCode { try fixture.store.commit(shared) } == .invalidArgument)
    var twice = WriteBatch()
    let blob = try large.withUnsafeBytes { try fixture.store.writeBlob($0) }
    twice.attach(blob)
    let values: [String: BlobFixture.Value] = [
      "image": .blob(blob.reference), "caption": .blob(blob.reference),
    ]
    _ = try fixture.insert("c", values, in: &twice)
    #expect(storeErrorCode { try fixture.store.commit(twice) } == .invalidArgument)
    // Nor does anybody take one that is gone.
    try fixture.update(a, "a", .bytes(other))
    #expect(storeErrorCode { try fixture.update(a, "a", .blob(reference)) } == .conflict)
    #expect(try fixture.image(a) == other)
    #expect(try fixture.files().count == 2, "one is pending still")
    withExtendedLifetime(blob) {}
  }

  @Test func `a snapshot keeps its blobs, and they go once it has gone`() throws {
    let fixture = try BlobFixture()
    let id = try fixture.insert("a", large)
    do {
      let snapshot = fixture.store.snapshot()
      try fixture.update(id, "a", .bytes(other))
      try fixture.store.compact()
      #expect(try BlobFixture.image(id, in: snapshot) == large)
      #expect(try fixture.files().count == 2)
    }
    try fixture.store.compact()
    #expect(try fixture.files().count == 1)
  }

  @Test func `a reader goes on to the end of a blob that is removed`() throws {
    let fixture = try BlobFixture()
    let id = try fixture.insert("a", large)
    let reader = try #require(try fixture.store.snapshot().openBlob(of: id, fixture.property("image")))
    try fixture.delete(id)
    #expect(try fixture.files().isEmpty)
    #expect(try reader.readAll() == large)
  }

  @Test func `a process that only reads keeps the blobs of its version, and no others`() throws {
    let fixture = try BlobFixture()
    let kept = try fixture.insert("kept", large)
    var options = fixture.options
    options.access = .readOnly
    let later = try fixture.insert("later", other)
    var reader: Store? = try Store.open(at: BlobFixture.path, options: options, io: fixture.io)
    try fixture.delete(kept)
    try fixture.delete(later)
    let newest = try fixture.insert("newest", large)
    #expect(try fixture.files().count == 3)
    var snapshot: Snapshot? = reader?.snapshot()
    #expect(try snapshot.flatMap { try BlobFixture.image(kept, in: $0) } == large)
    try reader?.refresh()
    // The snapshot still shows the old version, though the reader has gone on.
    try fixture.update(newest, "newest", .bytes(other))
    #expect(try snapshot.flatMap { try BlobFixture.image(later, in: $0) } == other)
    snapshot = nil
    try fixture.store.compact()
    #expect(try fixture.files().count == 2)
    #expect(try reader.flatMap { try BlobFixture.image(newest, in: $0.snapshot()) } == large)
    reader = nil
    try fixture.store.compact()
    #expect(try fixture.files().count == 1)
  }

  @Test(arguments: [StoreOptions.Durability.relaxed, .none])
  func `without a sync of each commit a blob goes only after the sync that makes its end durable`(
    durability: StoreOptions.Durability
  ) throws {
    var options = BlobFixture.options
    options.durability = durability
    options.syncInterval = 1 << 40
    let fixture = try BlobFixture(options: options)
    let id = try fixture.insert("a", large)
    try fixture.update(id, "a", .bytes(other))
    #expect(try fixture.files().count == 2)
    try fixture.store.sync()
    try fixture.insert("b", nil)
    #expect(try fixture.files().count == 1)
  }

  @Test func `what a crash leaves goes at the next opening, and files of others stay`() throws {
    let io = MemoryStorageIO()
    let fixture = try BlobFixture(io: io)
    let id = try fixture.insert("a", large)
    let file = try #require(try fixture.files().first)
    let content = try io.open(file, .readOnly).readAll()
    // An orphan of this store, one that never got its name, and three strangers.
    let orphan = BlobID(high: 0xAB, low: 7)
    let paths = StorePaths(root: BlobFixture.path)
    try io.createDirectory(paths.blobShard("00"))
    let seed = try fixture.store.makeBlobWriter()
    try seed.append(other)
    let pending = try seed.finish()
    try io.rename(paths.temporaryBlob(pending.reference.id), to: paths.temporaryBlob(orphan))
    try io.open(paths.blob(BlobID(high: 0xCD, low: 9)), .create).write(content, at: 0)
    try io.open(BlobFixture.path + "/blob/notes.txt", .create).write([1], at: 0)
    try io.open(paths.blobShard("00") + "/readme", .create).write([1], at: 0)
    try fixture.store.close()
    let report = try StoreCheck.run(at: BlobFixture.path, io: io)
    #expect(report.findings.count == 4)
    #expect(report.findings.allSatisfy { $0.severity == .note })
    let again = try BlobFixture(io: io)
    try again.insert("b", nil)  // the first commit completes the opening
    let left = try again.files().map { String($0.split(separator: "/").last ?? "") }
    #expect(
      Set(left) == ["notes.txt", "readme", BlobID(high: 0xCD, low: 9).name, try again.reference(id).id.name]
    )
    try again.store.compact()
    #expect(try again.files().count == 4)
    #expect(try again.image(id) == large)
  }

  @Test func `after damage nothing that looks like an orphan is removed`() throws {
    let io = MemoryStorageIO()
    let fixture = try BlobFixture(io: io)
    try fixture.insert("a", large)
    try fixture.store.checkpoint()
    try fixture.store.close()
    let orphan = BlobID(high: 0xAB, low: 7)
    let paths = StorePaths(root: BlobFixture.path)
    try io.createDirectory(paths.blobShard("00"))
    try io.open(paths.temporaryBlob(orphan), .create).write([1], at: 0)
    for name in try io.contents(ofDirectory: paths.checkpoints) {
      try io.open(paths.checkpoints + "/" + name, .readWrite).write([0xFF], at: 20)
    }
    let again = try BlobFixture(io: io)
    try again.insert("b", nil)
    try again.store.compact()
    #expect(try again.files().count == 2)
  }
}
