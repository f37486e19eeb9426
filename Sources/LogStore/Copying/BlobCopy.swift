/// Copies files of blobs to another store of the same identity.
final class BlobCopy {
  private let io: any StorageIO
  private let paths: StorePaths
  private var shards: Set<String> = []
  /// Files so far.
  private(set) var count = 0
  /// Bytes of those files.
  private(set) var byteCount: UInt64 = 0

  init(io: any StorageIO, paths: StorePaths) {
    self.io = io
    self.paths = paths
  }

  /// Copies a blob, verifying every byte.
  ///
  /// - Throws: `blobDamaged`, `outOfSpace`, `inputOutput`.
  func copy(_ reader: BlobReader) throws(StoreError) {
    let file = try create(reader.reference.id)
    try reader.forEachStoredPart { bytes, offset throws(StoreError) in
      try told { () throws(StorageIOError) in try file.write(bytes, at: offset) }
      byteCount += UInt64(bytes.count)
    }
    try told { () throws(StorageIOError) in try file.sync() }
    count += 1
  }

  /// Copies a blob of which some bytes are damaged, as it is.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`.
  func copyUnverified(_ reader: BlobReader) throws(StoreError) {
    let file = try create(reader.reference.id)
    try reader.forEachRawPart { bytes, offset throws(StoreError) in
      try told { () throws(StorageIOError) in try file.write(bytes, at: offset) }
      byteCount += UInt64(bytes.count)
    }
    try told { () throws(StorageIOError) in try file.sync() }
    count += 1
  }

  /// Makes the names durable.
  func finish() throws(StoreError) {
    try told { () throws(StorageIOError) in
      for shard in shards.sorted() { try io.syncDirectory(paths.blobShard(shard)) }
      if !shards.isEmpty { try io.syncDirectory(paths.blobs) }
    }
  }

  private func create(_ id: BlobID) throws(StoreError) -> any StorageFile {
    try told { () throws(StorageIOError) in
      if shards.insert(id.shard).inserted { try io.createDirectory(paths.blobShard(id.shard)) }
      return try io.open(paths.blob(id), .create)
    }
  }

  private func told<R>(_ body: () throws(StorageIOError) -> R) throws(StoreError) -> R {
    do throws(StorageIOError) {
      return try body()
    } catch {
      throw StoreError(error, tried: "copy a blob", code: error.isOutOfSpace ? .outOfSpace : .inputOutput)
    }
  }
}
