/// Makes an empty store: built under another name, synced, and renamed into place, so that a crash leaves
/// either no store or a whole one.
package enum StoreCreator {
  /// Creates a store at a path where nothing is, or an empty directory. If another process is quicker, its store
  /// is taken.
  package static func create(
    io: any StorageIO,
    paths: StorePaths,
    options: StoreOptions
  ) throws(StoreError) {
    do {
      try StoreBuilding(io: io, paths: paths, takesOthers: true).run { try fill(io, $0, options) }
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

  private static func fill(_ io: any StorageIO, _ paths: StorePaths, _ options: StoreOptions) throws {
    try makeDirectories(io, paths)
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
    try write(image.bytes, to: paths.segment(1), io)
    try writeRoot(superblock, io, paths)
    try io.syncDirectory(paths.segments)
    try io.syncDirectory(paths.root)
  }

  /// Makes the directories in a new store.
  static func makeDirectories(_ io: any StorageIO, _ paths: StorePaths) throws(StorageIOError) {
    for directory in [paths.segments, paths.checkpoints, paths.blobs] { try io.createDirectory(directory) }
  }

  /// Writes a file of a new store and makes its content durable.
  static func write(_ bytes: [UInt8], to path: String, _ io: any StorageIO) throws(StorageIOError) {
    let file = try io.open(path, .createOrOpen)
    try file.write(bytes, at: 0)
    if !Sabotage.unsyncedCreation.isOn { try file.sync() }
  }

  /// Writes what lies in the directory of a new store itself: the log, empty, and the superblock of the first
  /// generation.
  static func writeRoot(
    _ superblock: Superblock,
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StorageIOError) {
    let zeros = [UInt8](repeating: 0, count: FormatConstants.blockSize)
    let contents: [(String, [UInt8])] = [
      (paths.half(0), [UInt8](repeating: 0, count: superblock.halfSize(0))),
      (paths.half(1), [UInt8](repeating: 0, count: superblock.halfSize(1))),
      (paths.superblock, zeros + superblock.encoded() + zeros),
      (paths.lock, []),
    ]
    for (path, bytes) in contents { try write(bytes, to: path, io) }
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
}
