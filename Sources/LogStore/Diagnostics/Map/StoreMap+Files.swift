extension StoreMap {
  private static let lock = MapField("LOCK", "name of the process that writes, or wrote last")
  private static let reserve = MapField("RESERVE", "space set aside", .unused)
  private static let stranger = MapField("file of another name", "", .unused)
  private static let cutKeys = MapField("KEYS.new", "data keys that a crash has cut off", .unused)
  private static let cutSegment = MapField("segment of a recovery that was cut off", "", .unused)
  private static let uncounted = MapField("checkpoint or list that does not count", "", .unused)

  /// Maps all files, in the order of their names.
  mutating func mapFiles() throws {
    for name in names(in: "") {
      switch name {
      case "SUPER": try map(name) { try $0.takeSuperblock($1, $2) }
      case "LOCK": try map(name, as: Self.lock)
      case "RESERVE": try map(name, as: Self.reserve)
      case "KEYS": try map(name) { try $0.takeKeys($1, $2) }
      case "KEYS.new": try map(name, as: Self.cutKeys)
      case "wal.0": try map(name) { try $0.takeHalf(0, $1, $2) }
      case "wal.1": try map(name) { try $0.takeHalf(1, $1, $2) }
      case "seg": for name in names(in: name) { try mapSegmentFile(name) }
      case "ckpt": for name in names(in: name) { try mapCheckpointFile(name) }
      case "blob": for name in names(in: name) { try mapShard(name) }
      default: try map(name, as: Self.stranger)
      }
    }
  }

  /// Names in a directory of the store, in their order.
  private mutating func names(in directory: String) -> [String] {
    let path = directory.isEmpty ? paths.root : paths.root + "/" + directory
    do throws(StorageIOError) {
      guard try io.metadata(path)?.kind == .directory else { return [] }
      return try io.contents(ofDirectory: path)
    } catch {
      note(error)
      return []
    }
  }

  private mutating func mapSegmentFile(_ file: String) throws {
    let name = "seg/" + file
    if let id = StorePaths.segmentNumber(in: file) {
      try map(name) { try $0.takeSegment(id, $1, $2) }
    } else if StorePaths.isRenewedSegment(file) {
      try map(name, as: Self.cutSegment)
    } else if let number = StorePaths.number(in: file, suffix: ".list") {
      guard isCounted(number) else { return try map(name, as: Self.uncounted) }
      try map(name) { try $0.takeList($1, $2) }
    } else {
      try map(name, as: Self.stranger)
    }
  }

  private mutating func mapCheckpointFile(_ file: String) throws {
    let name = "ckpt/" + file
    guard let number = StorePaths.number(in: file, suffix: ".ckpt") else {
      return try map(name, as: Self.stranger)
    }
    guard isCounted(number) else { return try map(name, as: Self.uncounted) }
    try mapCheckpoint(name)
  }

  /// Whether a checkpoint counts; without a superblock nobody knows.
  private func isCounted(_ checkpoint: UInt64) -> Bool {
    knowledge.superblock.map { $0.checkpoint.id == checkpoint } ?? true
  }

  private mutating func mapShard(_ shard: String) throws {
    let directory = "blob/" + shard
    for file in names(in: directory) {
      let name = directory + "/" + file
      if let id = BlobID(name: file), id.shard == shard {
        try mapBlob(name, id)
      } else if let id = StorePaths.temporaryBlob(file), id.shard == shard {
        try map(name, as: Self.pendingBlob)
      } else {
        try map(name, as: Self.stranger)
      }
    }
  }

  private static let pendingBlob = MapField("blob whose commit has not come", "", .unused)

  // MARK: Superblock and keys

  private static let neverWritten = MapField("superblock slot", "never written", .unused)
  private static let cutSlot = MapField("superblock slot", "a write that was cut off", .torn)

  private func takeSuperblock(_ mapper: FileMapper, _ bytes: UnsafeRawBufferPointer) throws {
    let block = FormatConstants.blockSize
    for slot in 0..<FormatConstants.superblockSlots {
      let range = (slot * block..<(slot + 1) * block).clamped(to: 0..<bytes.count)
      let slotBytes = UnsafeRawBufferPointer(rebasing: bytes[range])
      let found = try? Superblock(decoding: slotBytes)
      if let found, found.generation % UInt64(FormatConstants.superblockSlots) == UInt64(slot) {
        try mapper.take(FieldTable.superblock)
      } else if slotBytes.count == block, slotBytes.allSatisfy({ $0 == 0 }) {
        try mapper.take(slotBytes.count, Self.neverWritten)
      } else {
        try mapper.take(slotBytes.count, canBeCut(slot) ? Self.cutSlot : .unknown)
      }
    }
  }

  /// Whether a crash can have cut off the write of a slot: of the next one, unless the store was closed.
  private func canBeCut(_ slot: Int) -> Bool {
    guard let superblock = knowledge.superblock, !superblock.isClean else { return false }
    return (superblock.generation + 1) % UInt64(FormatConstants.superblockSlots) == UInt64(slot)
  }

  private static let keyHash = MapField("KEYS", "hash")
  private static let keyPadding = MapField("KEYS", "zeros up to the block", .unused)

  private func takeKeys(_ mapper: FileMapper, _ bytes: UnsafeRawBufferPointer) throws {
    guard let superblock = knowledge.superblock else { return }
    let half = bytes.count / 2
    for range in [0..<half, half..<bytes.count] {
      let copy = UnsafeRawBufferPointer(rebasing: bytes[range])
      guard case .success(let keyring) = Keyring.decode(copy, for: superblock.storeID) else {
        try mapper.take(copy.count, .unknown)
        continue
      }
      try mapper.take(FieldTable.keys)
      for _ in keyring.entries { try mapper.take(FieldTable.key) }
      try mapper.take(8, Self.keyHash)
      let end = FieldTable.keys.size + keyring.entries.count * FieldTable.key.size + 8
      let rest = copy[end...]
      try mapper.take(rest.count, rest.allSatisfy { $0 == 0 } ? Self.keyPadding : .unknown)
    }
  }

  // MARK: Blobs

  private static let chunk = MapField("blob", "chunk")
  private static let chunkHash = MapField("blob", "hash of a chunk")

  /// A blob, chunk by chunk.
  private mutating func mapBlob(_ name: String, _ id: BlobID) throws {
    let file: any StorageFile
    let size: UInt64
    let header: [UInt8]
    let footer: [UInt8]
    do throws(StorageIOError) {
      file = try io.open(paths.root + "/" + name, .readOnly)
      size = try file.size()
      header = try file.read(count: BlobFormat.headerSize, at: 0)
      let end = size - min(size, UInt64(BlobFormat.footerSize))
      footer = try file.read(count: BlobFormat.footerSize, at: end)
    } catch {
      return try give(up: name, error)
    }
    let store = knowledge.superblock?.storeID
    var failure: StorageIOError?
    try map(name, size: size) { mapper in
      guard let store, let algorithm = try? BlobFormat.algorithm(of: header, id, store) else { return }
      try mapper.take(FieldTable.blob)
      let (length, digest) = footer.withUnsafeBytes { bytes in
        bytes.count == BlobFormat.footerSize
          ? (bytes.word(8, UInt64.self), bytes.word(16, UInt64.self)) : (UInt64.max, 0)
      }
      guard length <= BlobFormat.largest, size == BlobFormat.fileSize(length, algorithm) else { return }
      for number in 0..<BlobFormat.chunks(length) {
        let count = BlobFormat.count(of: number, length: length) + algorithm.overhead
        let bytes: [UInt8]
        do throws(StorageIOError) {
          bytes = try file.read(
            count: count + BlobFormat.hashSize,
            at: BlobFormat.offset(of: number, algorithm)
          )
        } catch {
          failure = error
          return
        }
        try Self.take(bytes, count, number, id, mapper)
      }
      if footer == BlobFormat.footer(id, length: length, digest: digest) {
        try mapper.take(FieldTable.blobFooter)
      }
    }
    if let failure { note(failure) }
  }

  private static func take(
    _ bytes: [UInt8],
    _ count: Int,
    _ number: UInt64,
    _ id: BlobID,
    _ mapper: FileMapper
  ) throws {
    guard bytes.count == count + BlobFormat.hashSize else { return }
    let isIntact = bytes.withUnsafeBytes {
      $0.word(count, UInt64.self)
        == BlobFormat.hash(UnsafeRawBufferPointer(rebasing: $0[..<count]), number: number, of: id)
    }
    try mapper.take(count, isIntact ? chunk : .unknown)
    try mapper.take(BlobFormat.hashSize, isIntact ? chunkHash : .unknown)
  }
}
