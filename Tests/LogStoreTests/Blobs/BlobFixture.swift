import LogStore
import Testing

/// A store with external attributes, and calls that keep tests short.
struct BlobFixture: Sendable {
  static let path = "/blobs.store"

  /// Photo (name unique, image and caption external) ↔ Album.photos (cascade).
  static var description: SchemaDescription {
    SchemaDescription(entities: [
      .init(
        name: "Photo",
        attributes: [
          .init(name: "name", kind: .string, typeName: "String"),
          .init(name: "image", kind: .data, typeName: "Data", flags: [.external, .optional]),
          .init(name: "caption", kind: .string, typeName: "String", flags: [.external, .optional]),
        ],
        relationships: [.init(name: "album", destination: "Album", inverse: "photos", flags: .optional)],
        uniqueness: [["name"]]
      ),
      .init(
        name: "Album",
        attributes: [.init(name: "title", kind: .string, typeName: "String")],
        relationships: [
          .init(
            name: "photos",
            destination: "Photo",
            inverse: "album",
            deleteRule: .cascade,
            flags: [.toMany, .ordered]
          )
        ]
      ),
    ])
  }

  let io: any StorageIO
  let options: StoreOptions
  let store: Store
  let schema: AdoptedSchema

  static var options: StoreOptions { StoreOptions(busyTimeout: 0, blobThreshold: 1000) }

  init(
    io: any StorageIO = MemoryStorageIO(),
    options: StoreOptions = BlobFixture.options,
    path: String = BlobFixture.path
  ) throws {
    self.io = io
    self.options = options
    store = try Store.open(at: path, options: options, io: io)
    schema = try store.adopt(Self.description)
  }

  /// Closes and opens again.
  func reopened() throws -> BlobFixture {
    try store.close()
    return try BlobFixture(io: io, options: options, path: store.path)
  }

  /// Number of an attribute of photos.
  func property(_ name: String) throws -> PropertyID {
    let photo = try #require(schema.entity(named: "Photo"))
    return try #require(schema.catalog.attribute(named: name, of: photo)?.id)
  }

  /// What a field is to hold.
  enum Value {
    case bytes([UInt8])
    /// As it is, whatever its size.
    case blob(BlobReference)
    case record(StoredValue)
  }

  /// The payload of an object; values from the threshold on are written to blobs, which are attached.
  func payload(
    _ entity: String,
    _ values: [String: Value],
    in batch: inout WriteBatch
  ) throws -> (RecordLayout, [UInt8]) {
    let layout = try #require(schema.layout(for: entity))
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      switch values[schema.catalog.name(of: field.property)] {
      case .bytes(let bytes) where bytes.count < store.blobThreshold:
        bytes.withUnsafeBytes { writer.append(inline: $0) }
      case .bytes(let bytes):
        let blob = try bytes.withUnsafeBytes { try store.writeBlob($0) }
        batch.attach(blob)
        writer.append(blob: blob.reference)
      case .blob(let reference): writer.append(blob: reference)
      case .record(let value) where field.kind != .orderKey:
        let isFit = writer.append(value)
        #expect(isFit)
      default: writer.appendNull()
      }
    }
    return (layout, Array(writer.finish()))
  }

  /// Adds a photo to a batch.
  func insert(
    _ name: String,
    _ values: [String: Value],
    in batch: inout WriteBatch,
    changed: Set<PropertyID>? = nil
  ) throws -> ObjectID {
    let id = try store.newObjectID()
    let (layout, payload) = try payload(
      "Photo",
      values.merging(["name": .record(.string(name))]) { $1 },
      in: &batch
    )
    payload.withUnsafeBytes { batch.insert(id, layout: layout, payload: $0, changed: changed) }
    return id
  }

  /// Commits a photo.
  @discardableResult
  func insert(_ name: String, _ image: [UInt8]?) throws -> ObjectID {
    var batch = WriteBatch()
    let id = try insert(name, image.map { ["image": .bytes($0)] } ?? [:], in: &batch)
    let receipt = try store.commit(batch)
    return receipt.forwarded.first?.survivor ?? id
  }

  /// Replaces all values of a photo.
  @discardableResult
  func update(_ id: ObjectID, _ name: String, _ image: Value?) throws -> CommitReceipt {
    var batch = WriteBatch()
    try update(id, name, image, in: &batch)
    return try store.commit(batch)
  }

  /// The same as part of a batch.
  func update(_ id: ObjectID, _ name: String, _ image: Value?, in batch: inout WriteBatch) throws {
    var values: [String: Value] = ["name": .record(.string(name))]
    values["image"] = image
    let (layout, payload) = try payload("Photo", values, in: &batch)
    payload.withUnsafeBytes {
      batch.update(id, layout: layout, payload: $0, changed: nil, baseVersion: 0)
    }
  }

  /// Commits the end of an object.
  func delete(_ id: ObjectID) throws {
    var batch = WriteBatch()
    batch.delete(id)
    try store.commit(batch)
  }

  /// The image of a photo in a version; nil if it has none.
  static func image(_ id: ObjectID, in snapshot: Snapshot) throws -> [UInt8]? {
    let found = try snapshot.withRecord(id) { view, _ throws(StoreError) -> [UInt8]? in
      guard
        let field = view.layout.fields.indices.first(where: {
          snapshot.catalog.name(of: view.layout.fields[$0].property) == "image"
        })
      else { return nil }
      return try snapshot.externalBytes(field, of: view, id)
    }
    return found ?? nil
  }

  /// The image of a photo.
  func image(_ id: ObjectID) throws -> [UInt8]? { try Self.image(id, in: store.snapshot()) }

  /// What the record of a photo says of its image.
  func reference(_ id: ObjectID) throws -> BlobReference {
    let attribute = try property("image")
    return try #require(try store.snapshot().openBlob(of: id, attribute)?.reference)
  }

  /// The objects that fulfil a condition.
  func find(_ filter: FilterExpression) throws -> [ObjectID] {
    let query = RecordQuery(entity: try #require(schema.entity(named: "Photo")), filter: filter)
    return try GraphView(snapshot: store.snapshot()).run(query)
  }

  /// Files in the directory of blobs.
  static func files(_ io: any StorageIO, _ path: String = BlobFixture.path) throws -> [String] {
    let root = path + "/blob"
    return try io.contents(ofDirectory: root).flatMap { name -> [String] in
      let entry = root + "/" + name
      guard try io.metadata(entry)?.kind == .directory else { return [entry] }
      return try io.contents(ofDirectory: entry).map { entry + "/" + $0 }
    }
  }

  /// Files in the directory of blobs.
  func files() throws -> [String] { try Self.files(io, store.path) }

  /// Bytes that no two numbers have in common.
  static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }
}
