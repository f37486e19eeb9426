import LogStore

/// A store with values in files of their own: objects 1 and 2 have one each, object 3 has a small one in its
/// record, object 4 none.
struct BlobSample {
  let io: any StorageIO
  static let path = "/blobs.store"
  static let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
  static let small = Array("a few words".utf8)

  init(_ io: any StorageIO = MemoryStorageIO()) throws {
    self.io = io
    var schema = SchemaDescription(entities: [
      .init(
        name: "Photo",
        attributes: [
          .init(name: "image", kind: .data, typeName: "Data", flags: [.external, .optional]),
          .init(name: "year", kind: .int64, typeName: "Int", flags: .optional),
        ]
      )
    ])
    schema.usesExternalForm = true
    let store = try Store.open(at: Self.path, options: StoreOptions(blobThreshold: 1000), io: io)
    let adopted = try store.adopt(schema)
    var batch = WriteBatch()
    for value in [Self.large, Array(Self.large.reversed()), Self.small, nil] {
      guard let layout = adopted.layout(for: "Photo") else { continue }
      var writer = RecordWriter(layout: layout)
      switch value {
      case let value? where value.count >= 1000:
        let blob = try value.withUnsafeBytes { try store.writeBlob($0) }
        batch.attach(blob)
        writer.append(blob: blob.reference)
      case let value?: value.withUnsafeBytes { writer.append(inline: $0) }
      case nil: writer.appendNull()
      }
      writer.appendNull()
      batch.insert(try store.newObjectID(), layout: layout, payload: writer.finish())
    }
    try store.commit(batch)
    try store.close()
  }

  /// Paths of the files of blobs.
  func files() throws -> [String] {
    try io.contents(ofDirectory: Self.path + "/blob").flatMap { shard in
      try io.contents(ofDirectory: Self.path + "/blob/" + shard).map { Self.path + "/blob/\(shard)/\($0)" }
    }
  }
}
