import LogStore

/// Moments in the life of a store, each with sealed values, blobs, edges, updates and deletions where it is
/// not too young to have them.
enum StoreState: String, CaseIterable, Sendable {
  /// Made and closed; no schema.
  case fresh
  /// Made and killed.
  case freshKilled
  case closed
  case killed
  /// Opened again after a kill, and killed.
  case recoveredKilled
  case compacted
  case compactedKilled
  /// Several segments and changes of log halves.
  case grown
  case grownKilled
  /// A commit past the log.
  case bulk
  case bulkKilled
  case checkpoint
  /// Every object deleted, and compacted.
  case emptied

  static let path = "/state.store"
  static let keyPath = "/state.key"

  private var isKilled: Bool {
    switch self {
    case .freshKilled, .killed, .recoveredKilled, .compactedKilled, .grownKilled, .bulkKilled: true
    default: false
    }
  }

  /// Makes the store.
  func make(_ io: any StorageIO = MemoryStorageIO(), in directory: String = "") throws -> any StorageIO {
    let path = directory + Self.path
    let key = directory + Self.keyPath
    try io.open(key, .create).write(Array(String(repeating: "5c", count: 32).utf8), at: 0)
    var options = StoreOptions(
      backgroundWork: .inline,
      segmentSize: 64 << 10,
      compaction: .manual,
      blobThreshold: 1000,
      encryption: .keyFile(key)
    )
    options.logHalfSize = 1 << 15
    let store = try Store.open(at: path, options: options, io: io)
    if self != .fresh, self != .freshKilled { try Self.fill(store) }
    switch self {
    case .fresh, .freshKilled, .closed, .killed: break
    case .recoveredKilled:
      let image = try Self.image(of: io, directory)
      let again = try Store.open(at: path, options: options, io: image)
      try Self.add(3, of: 50, to: again)
      return try Self.image(of: image, directory)
    case .compacted, .compactedKilled: try store.compact()
    case .grown, .grownKilled: for _ in 0..<24 { try Self.add(20, of: 300, to: store) }
    case .bulk, .bulkKilled:
      try Self.add(400, of: 300, to: store)
      try Self.add(1, of: 10, to: store)
    case .checkpoint: try store.checkpoint()
    case .emptied:
      var batch = WriteBatch()
      for id in 1...6 { batch.delete(ObjectID(rawValue: UInt64(id))) }
      try store.commit(batch)
      try store.compact()
    }
    if isKilled { return try Self.image(of: io, directory) }
    try store.close()
    return io
  }

  // MARK: Content

  private static var schema: SchemaDescription {
    var schema = SchemaDescription(entities: [
      .init(
        name: "Note",
        attributes: [
          .init(name: "text", kind: .string, typeName: "String"),
          .init(name: "secret", kind: .string, typeName: "String", flags: [.optional, .sealed]),
          .init(name: "image", kind: .data, typeName: "Data", flags: [.optional, .external]),
        ],
        relationships: [.init(name: "friends", destination: "Note", flags: [.toMany, .ordered])],
        indexes: [["text"]]
      )
    ])
    schema.usesExternalForm = true
    return schema
  }

  /// Six notes with blobs of 14 to 70 KB, linked; then some are changed and one is deleted.
  private static func fill(_ store: Store) throws {
    let schema = try store.adopt(schema)
    guard let layout = schema.layout(for: "Note"),
      let friends = schema.catalog.entity(named: "Note")?.relationships.first
    else { return }
    let ids = try (1...6).map { _ in try store.newObjectID() }
    var batch = WriteBatch(author: "state")
    for (number, id) in ids.enumerated() {
      let payload = try payload(number, image: number * 14_000, layout, schema, store, &batch)
      payload.withUnsafeBytes { batch.insert(id, layout: layout, payload: $0) }
      batch.setMembers(of: id, friends.id, to: number > 0 ? [ids[number - 1], ids[0]] : [])
    }
    try store.commit(batch)
    var changes = WriteBatch(author: "state")
    let payload = try payload(77, image: 2000, layout, schema, store, &changes)
    payload.withUnsafeBytes {
      changes.update(ids[5], layout: layout, payload: $0, changed: nil, baseVersion: 0)
    }
    changes.delete(ids[2])
    try store.commit(changes)
  }

  /// Commits notes of a size without a blob.
  private static func add(_ count: Int, of size: Int, to store: Store) throws {
    let schema = try store.adopt(schema)
    guard let layout = schema.layout(for: "Note") else { return }
    var batch = WriteBatch()
    for _ in 0..<count {
      let payload = try payload(size, image: nil, layout, schema, store, &batch)
      try payload.withUnsafeBytes { batch.insert(try store.newObjectID(), layout: layout, payload: $0) }
    }
    try store.commit(batch)
  }

  private static func payload(
    _ number: Int,
    image: Int?,
    _ layout: RecordLayout,
    _ schema: AdoptedSchema,
    _ store: Store,
    _ batch: inout WriteBatch
  ) throws -> [UInt8] {
    var writer = RecordWriter(layout: layout)
    for field in layout.fields {
      switch schema.catalog.name(of: field.property) {
      case "text": writer.append(String(repeating: "n", count: number))
      case "secret": writer.append("hidden \(number)")
      case "image":
        guard let image else {
          writer.appendNull()
          continue
        }
        let bytes = (0..<image).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) }
        if image < store.blobThreshold {
          bytes.withUnsafeBytes { writer.append(inline: $0) }
        } else {
          let blob = try bytes.withUnsafeBytes { try store.writeBlob($0) }
          batch.attach(blob)
          writer.append(blob: blob.reference)
        }
      default: writer.appendNull()
      }
    }
    return Array(writer.finish())
  }

  // MARK: Files

  /// All files below a directory with their sizes.
  static func files(
    _ io: any StorageIO,
    _ path: String = StoreState.path,
    _ prefix: String = ""
  ) throws -> [String: UInt64] {
    var files: [String: UInt64] = [:]
    for name in try io.contents(ofDirectory: path) {
      let inner = path + "/" + name
      guard let metadata = try io.metadata(inner) else { continue }
      if metadata.kind == .directory {
        files.merge(try Self.files(io, inner, prefix + name + "/")) { $1 }
      } else {
        files[prefix + name] = metadata.size
      }
    }
    return files
  }

  /// The files as a process leaves them that is killed now.
  static func image(of io: any StorageIO, _ directory: String = "") throws -> any StorageIO {
    let image = MemoryStorageIO()
    var made = ""
    for part in directory.split(separator: "/") {
      made += "/" + part
      try image.createDirectory(made)
    }
    try copy(directory + keyPath, from: io, to: image)
    try copy(directory + path, from: io, to: image)
    return image
  }

  private static func copy(_ path: String, from io: any StorageIO, to image: any StorageIO) throws {
    if try io.metadata(path)?.kind == .directory {
      try image.createDirectory(path)
      for name in try io.contents(ofDirectory: path) { try copy(path + "/" + name, from: io, to: image) }
    } else {
      try image.open(path, .create).write(io.open(path, .readOnly).readAll(), at: 0)
    }
  }
}
