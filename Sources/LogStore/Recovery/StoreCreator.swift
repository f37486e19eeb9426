/// Makes an empty store: built under another name, synced, and renamed into place, so that a crash leaves
/// either no store or a whole one.
package enum StoreCreator {
  /// Byte of a LOCK file that a process locks while it builds the store under its temporary name.
  private static let buildingByte: UInt64 = 2

  /// Creates a store at a path where nothing is, or an empty directory. If another process is quicker, its store
  /// is taken.
  package static func create(
    io: any StorageIO,
    paths: StorePaths,
    options: StoreOptions
  ) throws(StoreError) {
    do {
      try build(io, paths, options)
    } catch let error as StorageIOError {
      throw StoreError(
        error,
        tried: "create the store \(paths.root)",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    } catch {
      throw StoreError(
        .inputOutput,
        tried: "create the store",
        path: paths.root,
        found: "\(error)",
        remedy: "Try again."
      )
    }
  }

  private static func build(_ io: any StorageIO, _ paths: StorePaths, _ options: StoreOptions) throws {
    removeLeftovers(io, paths)
    let isInPlace = Sabotage.storeInPlace.isOn
    let temporary =
      isInPlace ? paths : StorePaths(root: temporaryRoot(paths) + String(io.random(), radix: 16))
    try io.createDirectory(temporary.root)
    do {
      let lock = try io.open(temporary.lock, .create)
      _ = try lock.lock(byte: buildingByte, exclusive: true)
      try fill(io, temporary, options)
      if !isInPlace { try io.rename(temporary.root, to: paths.root) }
      try lock.unlock(byte: buildingByte)
    } catch {
      remove(io, temporary)
      guard try io.metadata(paths.superblock) == nil else { return }
      throw error
    }
    do {
      if !Sabotage.unsyncedStoreName.isOn { try io.syncDirectory(paths.parent) }
    } catch {
      takeBack(io, paths)
      throw error
    }
  }

  /// Removes a store whose name could not be made durable, unless somebody has it open or has written to it: no later
  /// sync need write that name.
  private static func takeBack(_ io: any StorageIO, _ paths: StorePaths) {
    guard let lock = try? WriterLock(io: io, paths: paths, timeout: 0) else { return }
    defer { lock.release() }
    guard (try? SuperblockSlots(io: io, paths: paths))?.chosen.generation == 1 else { return }
    remove(io, paths)
  }

  /// What the names of stores that are being built for a path begin with.
  private static func temporaryRoot(_ paths: StorePaths) -> String { paths.root + ".new-" }

  /// Removes what crashes of earlier attempts left: nobody locks it, and nobody has opened it. Best effort, since
  /// nothing depends on it.
  private static func removeLeftovers(_ io: any StorageIO, _ paths: StorePaths) {
    let prefix = temporaryRoot(StorePaths(root: paths.name))
    for name in (try? io.contents(ofDirectory: paths.parent)) ?? [] where name.hasPrefix(prefix) {
      guard UInt64(name.dropFirst(prefix.count), radix: 16) != nil else { continue }
      let leftover = StorePaths(root: paths.parent + "/" + name)
      // One without a lock file may be one that another process has begun this moment.
      guard let lock = try? io.open(leftover.lock, .readWrite),
        (try? lock.lock(byte: buildingByte, exclusive: true)) == true
      else { continue }
      // A store that was opened since is somebody's, whatever its name.
      if let slots = try? SuperblockSlots(io: io, paths: leftover), slots.chosen.generation > 1 { continue }
      remove(io, leftover)
    }
  }

  private static func fill(_ io: any StorageIO, _ paths: StorePaths, _ options: StoreOptions) throws {
    for directory in [paths.segments, paths.checkpoints, paths.blobs] { try io.createDirectory(directory) }
    let storeID = StoreID(low: io.random(), high: io.random())
    let now = io.now()
    let header = SegmentHeader(
      kind: .hot,
      id: 1,
      storeID: storeID,
      salt: io.random(),
      createdSequence: 0,
      created: now
    )
    let headerBytes = header.encoded()
    let image = SegmentImage(id: 1, bytes: headerBytes)
    _ = image.pad(from: headerBytes.count, to: FormatConstants.blockSize, salt: header.salt)
    let half = halfSize(options)
    let superblock = Superblock(
      storeID: storeID,
      generation: 1,
      hashSeed: io.random(),
      idLimit: 1,
      halves: (half, half),
      segmentTarget: segmentTarget(options),
      isClean: true,
      highestSegment: 1,
      durable: .init(
        position: .init(segment: 1, offset: UInt64(FormatConstants.blockSize)),
        hash: header.hash,
        sequence: 0
      ),
      epoch: .init(number: 1, half: 0, salt: io.random(), firstSequence: 1),
      previous: nil,
      created: now
    )
    let zeros = [UInt8](repeating: 0, count: FormatConstants.blockSize)
    let contents: [(String, [UInt8])] = [
      (paths.segment(1), image.bytes),
      (paths.half(0), [UInt8](repeating: 0, count: superblock.halfSize(0))),
      (paths.half(1), [UInt8](repeating: 0, count: superblock.halfSize(1))),
      (paths.superblock, zeros + superblock.encoded() + zeros),
      (paths.lock, []),
    ]
    for (path, bytes) in contents {
      let file = try io.open(path, .createOrOpen)
      try file.write(bytes, at: 0)
      if !Sabotage.unsyncedCreation.isOn { try file.sync() }
    }
    try io.syncDirectory(paths.segments)
    try io.syncDirectory(paths.root)
  }

  /// log2 of the size of each half of the log of a new store.
  private static func halfSize(_ options: StoreOptions) -> UInt8 {
    guard let size = options.logHalfSize else { return FormatConstants.firstHalf }
    var log = FormatConstants.smallestHalf
    while log < FormatConstants.largestHalf, 1 << Int(log) < size { log += 1 }
    return log
  }

  /// log2 of the segment size of a new store.
  static func segmentTarget(_ options: StoreOptions) -> UInt8 {
    guard let size = options.segmentSize else { return FormatConstants.smallestSegment }
    var log: UInt8 = 16
    while log < FormatConstants.largestSegment, 1 << Int(log) < size { log += 1 }
    return log
  }

  /// Best effort after a failure; the failure itself is what the caller reports.
  private static func remove(_ io: any StorageIO, _ paths: StorePaths) {
    for path in [paths.segment(1), paths.half(0), paths.half(1), paths.superblock, paths.lock] {
      try? io.remove(path)
    }
    for directory in [paths.segments, paths.checkpoints, paths.blobs, paths.root] {
      try? io.removeDirectory(directory)
    }
  }
}
