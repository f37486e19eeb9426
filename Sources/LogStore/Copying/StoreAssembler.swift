/// Writes the files of a whole store from records that another one has: cold segments, a checkpoint over them and
/// an empty hot segment, as a compaction of everything and a close leave them.
///
/// The checkpoint is made from what was written, read back and verified, so that a store that comes out of here
/// opens.
final class StoreAssembler {
  /// What the new store has in common with the one that its records are from.
  struct Origin {
    /// Sealed values and blobs are bound to it.
    var storeID: StoreID
    /// The hashes of records are seeded with it.
    var hashSeed: UInt64
    /// log2 of the size that segments grow to.
    var segmentTarget: UInt8
    /// Milliseconds since 1970.
    var created: Int64
    /// Number of the version.
    var sequence: SequenceNumber

    init(
      storeID: StoreID,
      hashSeed: UInt64,
      segmentTarget: UInt8,
      created: Int64,
      sequence: SequenceNumber
    ) {
      self.storeID = storeID
      self.hashSeed = hashSeed
      self.segmentTarget = segmentTarget
      self.created = created
      self.sequence = sequence
    }

    /// - Parameter sequence: Number of the version whose records are written.
    init(_ superblock: Superblock, sequence: SequenceNumber) {
      storeID = superblock.storeID
      hashSeed = superblock.hashSeed
      segmentTarget = superblock.segmentTarget
      created = superblock.created
      self.sequence = sequence
    }
  }

  private let io: any StorageIO
  private let paths: StorePaths
  private let origin: Origin
  private var sealed: [SealedSegment] = []
  private var cold: ColdSegment?

  /// Begins a store in a directory that holds nothing but its `LOCK`.
  init(_ origin: Origin, io: any StorageIO, paths: StorePaths) throws(StorageIOError) {
    self.io = io
    self.paths = paths
    self.origin = origin
    try StoreCreator.makeDirectories(io, paths)
  }

  /// Bytes of the segments so far.
  var byteCount: UInt64 { sealed.reduce(cold?.tail ?? 0) { $0 + $1.size } }

  /// Adds records.
  func append(_ content: FrameContent) throws(StoreError) {
    if let full = cold, full.tail + UInt64(content.size) > 1 << UInt64(origin.segmentTarget) {
      try sealCold()
    }
    if cold == nil { cold = try ColdSegment(openSegment()) }
    _ = try cold?.append(content)
  }

  private func sealCold() throws(StoreError) {
    if let cold { sealed.append(try cold.sealed()) }
    cold = nil
  }

  private func openSegment() throws(StoreError) -> LogWriter.Opening {
    let header = header(.cold, id: UInt32(sealed.count) + 1)
    do throws(StorageIOError) {
      let file = try io.open(paths.segment(header.id), .create)
      let segment = Segment(id: header.id, file: file, allowsMapping: false)
      return LogWriter.Opening(segment: segment, header: header, reserved: 0)
    } catch {
      throw StoreError(error, tried: "copy the store", code: error.isOutOfSpace ? .outOfSpace : .inputOutput)
    }
  }

  private func header(_ kind: SegmentHeader.Kind, id: UInt32) -> SegmentHeader {
    SegmentHeader(
      kind: kind,
      id: id,
      storeID: origin.storeID,
      salt: io.random(),
      createdSequence: origin.sequence,
      created: io.now(),
      // Names a cold segment: without checkpoint and list nothing must look like the beginning of a log.
      previousID: kind == .hot ? id - 1 : 0
    )
  }

  /// Makes the indexes, and writes what is missing. Everything is durable then, but for the name of the directory.
  ///
  /// - Parameters:
  ///   - idLimit: Lowest id that was never handed out.
  ///   - historyFloor: History of commits up to this one does not count.
  ///   - accept: Looks at the version as it was read back; may throw to refuse it.
  /// - Throws: `outOfSpace`, `inputOutput`, and what reading back finds.
  func finish(
    idLimit: UInt64,
    historyFloor: SequenceNumber,
    accept: (IndexState) throws(StoreError) -> Void = { _ throws(StoreError) in }
  ) throws {
    try sealCold()
    let hot = header(.hot, id: UInt32(sealed.count) + 1)
    let image = SegmentImage(id: hot.id, bytes: hot.encoded())
    _ = image.pad(from: FormatConstants.segmentHeaderSize, to: FormatConstants.blockSize, salt: hot.salt)
    try StoreCreator.write(image.bytes, to: paths.segment(hot.id), io)
    let end = Superblock.Position(segment: hot.id, offset: UInt64(image.bytes.count))
    var superblock = Superblock(
      storeID: origin.storeID,
      generation: 1,
      hashSeed: origin.hashSeed,
      idLimit: idLimit,
      halves: (FormatConstants.firstHalf, FormatConstants.firstHalf),
      segmentTarget: origin.segmentTarget,
      isClean: true,
      highestSegment: hot.id,
      durable: .init(position: end, hash: hot.hash, sequence: origin.sequence),
      epoch: .init(number: 1, half: 0, salt: io.random(), firstSequence: origin.sequence + 1),
      previous: nil,
      created: origin.created
    )
    var checkpoint = CheckpointHeader(
      id: 1,
      storeID: origin.storeID,
      sequence: origin.sequence,
      position: end,
      chain: hot.hash,
      segments: sealed
    )
    checkpoint.historyFloor = historyFloor
    var recovery = try Recovery(
      io: io,
      paths: paths,
      allowsMapping: false,
      superblock: superblock,
      readsAllRecords: true,
      follows: true
    )
    let state = try recovery.indexes(before: checkpoint)
    try accept(state)
    superblock.checkpoint = try CheckpointFiles.write(state, checkpoint, io: io, paths: paths)
    try StoreCreator.writeRoot(superblock, io, paths)
    try io.syncDirectory(paths.segments)
    try io.syncDirectory(paths.root)
  }
}
