import LogStore
import Testing

/// Values of external attributes in records and in files.
struct BlobValueTests {
  @Test(arguments: [0, 1, 999, 1000, 65_535, 65_536, 65_537, 131_072, 200_001])
  func `a value reads as it was written, whatever its size`(count: Int) throws {
    let fixture = try BlobFixture()
    let bytes = BlobFixture.bytes(count)
    let id = try fixture.insert("a", bytes)
    #expect(try fixture.image(id) == bytes)
    #expect(try fixture.files().count == (count < 1000 ? 0 : 1))
    let again = try fixture.reopened()
    #expect(try again.image(id) == bytes)
    #expect(again.store.statistics().blobs == (count < 1000 ? 0 : 1))
    #expect(again.store.statistics().blobBytes == (count < 1000 ? 0 : count))
  }

  @Test func `an empty blob, and one that was written in many parts, read whole`() throws {
    let fixture = try BlobFixture()
    let bytes = BlobFixture.bytes(200_000)
    for (name, parts) in [("empty", []), ("parts", [1, 65_535, 2, 100_000, 34_462])] {
      let writer = try fixture.store.makeBlobWriter()
      var start = 0
      for part in parts {
        try writer.append(Array(bytes[start..<start + part]))
        start += part
        #expect(writer.length == UInt64(start))
      }
      let blob = try writer.finish()
      var batch = WriteBatch()
      batch.attach(blob)
      let id = try fixture.insert(name, ["image": .blob(blob.reference)], in: &batch)
      try fixture.store.commit(batch)
      #expect(try fixture.image(id) == Array(bytes[..<start]))
    }
  }

  @Test func `any range reads as that part of the value`() throws {
    let fixture = try BlobFixture()
    let bytes = BlobFixture.bytes(150_000)
    let id = try fixture.insert("a", bytes)
    let reader = try #require(try fixture.store.snapshot().openBlob(of: id, fixture.property("image")))
    let places: [UInt64] = [0, 1, 65_535, 65_536, 65_537, 131_072, 149_999, 150_000, 160_000]
    for start in places {
      for end in places where end >= start {
        let expected = bytes[min(Int(start), bytes.count)..<min(Int(end), bytes.count)]
        #expect(try reader.read(start..<end) == Array(expected))
      }
    }
  }

  @Test func `the parts of a sequence make up the value`() async throws {
    let fixture = try BlobFixture()
    let bytes = BlobFixture.bytes(150_000)
    let id = try fixture.insert("a", bytes)
    let reader = try #require(try fixture.store.snapshot().openBlob(of: id, fixture.property("image")))
    var found: [UInt8] = []
    for try await part in reader.chunks {
      #expect(part.count <= 65_536)
      found += part
    }
    #expect(found == bytes)
  }

  @Test func `records of a program that keeps external values inline, and of one that does not, read alike`()
    throws
  {
    let io = MemoryStorageIO()
    var inline = BlobFixture.description
    inline.usesExternalForm = false
    let store = try Store.open(at: BlobFixture.path, options: BlobFixture.options, io: io)
    let schema = try store.adopt(inline)
    let layout = try #require(schema.layout(for: "Photo"))
    let bytes = BlobFixture.bytes(5000)
    let id = try store.newObjectID()
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      switch (schema.catalog.name(of: field.property), field.kind) {
      case ("name", _): writer.append("old")
      case ("image", _): bytes.withUnsafeBytes { writer.append(bytes: $0) }
      default: writer.appendNull()
      }
    }
    var batch = WriteBatch()
    batch.insert(id, layout: layout, payload: writer.finish())
    try store.commit(batch)
    try store.close()
    let fixture = try BlobFixture(io: io)
    let image = FilterExpression.attribute(FilterPath(), try fixture.property("image"))
    #expect(try fixture.find(.compare(.equal, image, .constant(.data(bytes)))) == [id])
    var upsert = WriteBatch()
    let name = try fixture.property("name")
    _ = try fixture.insert("old", [:], in: &upsert, changed: [name])
    try fixture.store.commit(upsert)
    #expect(try fixture.image(id) == bytes, "what an upsert does not assign stays")
    try fixture.update(id, "new", .bytes(bytes))
    #expect(try fixture.image(id) == bytes)
    #expect(try fixture.find(.compare(.equal, image, .constant(.data(bytes)))) == [id])
    #expect(try fixture.files().count == 1)
    let report = SnapshotCheck.run(fixture.store.snapshot().state, readingBlobs: true)
    #expect(report.findings == [])
  }

  @Test func `a schema in which an external value is unique or indexed is refused`() throws {
    var schema = BlobFixture.description
    schema.entities[0].indexes = [["image"]]
    let store = try Store.open(at: "/indexed.store", io: MemoryStorageIO())
    #expect(storeErrorCode { try store.adopt(schema) } == .invalidSchema)
  }

  @Test func `filters compare values in files and in records alike, and read a file only where they must`()
    throws
  {
    let fixture = try BlobFixture()
    let small = BlobFixture.bytes(100)
    let large = BlobFixture.bytes(70_000)
    let other = BlobFixture.bytes(70_000, seed: 2)
    let longer = BlobFixture.bytes(70_001)
    let a = try fixture.insert("small", small)
    let b = try fixture.insert("large", large)
    let c = try fixture.insert("none", nil)
    let d = try fixture.insert("other", other)
    let e = try fixture.insert("longer", longer)
    let image = FilterExpression.attribute(FilterPath(), try fixture.property("image"))
    func find(_ comparison: FilterComparison, _ value: [UInt8]) throws -> [ObjectID] {
      try fixture.find(.compare(comparison, image, .constant(.data(value))))
    }
    #expect(try find(.equal, small) == [a])
    #expect(try find(.equal, large) == [b])
    #expect(try find(.equal, longer) == [e])
    #expect(try find(.notEqual, large) == [a, c, d, e])
    #expect(try fixture.find(.membership(image, of: [.data(small), .data(other)])) == [a, d])
    var caption = WriteBatch()
    let text = String(repeating: "ä", count: 1000) + "needle"
    let f = try fixture.insert("captioned", ["caption": .bytes(Array(text.utf8))], in: &caption)
    try fixture.store.commit(caption)
    let field = FilterExpression.attribute(FilterPath(), try fixture.property("caption"))
    #expect(try fixture.find(.text(.contains, field, .constant(.string("needle")))) == [f])
    #expect(try fixture.find(.compare(.equal, field, .constant(.string(text)))) == [f])
    // Without the files: presence and length still tell.
    for file in try fixture.files() { try fixture.io.remove(file) }
    #expect(try fixture.find(.isNull(image)) == [c, f])
    #expect(try fixture.find(.not(.isNull(image))) == [a, b, d, e])
    #expect(try find(.equal, small) == [a])
    #expect(storeErrorCode { _ = try find(.equal, large) } == .blobMissing)
  }

  @Test func `a value that is written part by part takes the memory of a part, and so does reading it`()
    throws
  {
    let fixture = try BlobFixture(io: CountingDisk())
    let disk = try #require(fixture.io as? CountingDisk)
    let writer = try fixture.store.makeBlobWriter()
    let part = BlobFixture.bytes(32 << 10)
    for _ in 0..<64 { try writer.append(part) }
    let blob = try writer.finish()
    var batch = WriteBatch()
    batch.attach(blob)
    let id = try fixture.insert("a", ["image": .blob(blob.reference)], in: &batch)
    try fixture.store.commit(batch)
    let reader = try #require(try fixture.store.snapshot().openBlob(of: id, fixture.property("image")))
    var count = 0
    try reader.forEachPart(of: 0..<reader.length) { bytes throws(StoreError) in
      count += bytes.count
      return true
    }
    #expect(count == 2 << 20)
    #expect(disk.largestBlobCall <= 65_536 + 64)
  }
}
