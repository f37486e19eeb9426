/// The write side of the log: write-ahead log halves, hot segment, superblock (FORMAT.md, "Commit").
///
/// Used by one commit at a time, under the store's writer lock. A failure of a write or sync that may have
/// reached the disk poisons it: from then on it refuses everything until the store is opened again, since
/// Linux may mark pages clean whose write failed.
package final class LogWriter {
  /// The segment that commits append to.
  struct HotSegment {
    var segment: Segment
    var header: SegmentHeader
    /// Where the next frame goes.
    var tail: UInt64
    /// Header hash of the last frame that is no padding.
    var chain: UInt64
    /// Disk space is set aside up to here.
    var reserved: UInt64
  }

  let io: any StorageIO
  let paths: StorePaths
  let allowsMapping: Bool
  package internal(set) var superblock: Superblock
  let superFile: any StorageFile
  var halves: [any StorageFile]
  var hot: HotSegment
  /// Sealed segments, as the next checkpoint will list them.
  package internal(set) var sealed: [SealedSegment]
  /// Segments with bytes that were not synced yet.
  var unsynced: [Segment] = []
  /// Whether a segment was created since `seg/` was synced.
  var directoryIsDirty = false
  /// Index of the next free block of the active half.
  var block: UInt32 = 0
  /// When the active half was taken into use.
  var halfStarted: Int64
  package internal(set) var lastSequence: SequenceNumber
  /// The failure that ended writing.
  package internal(set) var poison: StoreError?
  /// Ids below this may be handed out once the next group is durable.
  package var idLimit: UInt64

  package init(
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    superblock: Superblock,
    superFile: any StorageFile,
    halves: [any StorageFile],
    hot: Segment,
    header: SegmentHeader,
    tail: UInt64,
    chain: UInt64,
    sealed: [SealedSegment],
    lastSequence: SequenceNumber
  ) {
    self.io = io
    self.paths = paths
    self.allowsMapping = allowsMapping
    self.superblock = superblock
    self.superFile = superFile
    self.halves = halves
    self.hot = HotSegment(segment: hot, header: header, tail: tail, chain: chain, reserved: tail)
    self.sealed = sealed
    self.lastSequence = lastSequence
    idLimit = superblock.idLimit
    halfStarted = io.now()
  }

  /// What became of an appended frame.
  package struct Appended {
    package var segment: Segment
    /// Where the payload of the frame begins.
    package var payloadOffset: UInt64
  }

  /// The segment that is being written, for the table of the current version.
  package var hotSegment: Segment { hot.segment }

  /// Makes a commit durable and copies it to its place in the segments.
  ///
  /// One synchronous write of a recycled block, whatever the number of records; above half of a log half the
  /// bulk path: two syncs, no second copy.
  package func append(_ content: FrameContent, time: Int64) throws(StoreError) -> Appended {
    try refuseIfPoisoned()
    guard content.payload.count <= FormatConstants.largestFrame else {
      throw StoreError(
        .limitExceeded,
        tried: "commit \(content.count) records",
        path: paths.root,
        found: "\(content.payload.count) bytes in one commit; the limit is \(FormatConstants.largestFrame)",
        remedy: "Save in smaller batches."
      )
    }
    let frameSize = FormatConstants.frameHeaderSize + content.payload.count
    let overhead = FormatConstants.groupHeaderSize + FormatConstants.segmentHeaderSize
    let smallerHalf = min(superblock.halfSize(0), superblock.halfSize(1))
    if overhead + frameSize > smallerHalf / 2 { return try appendBulk(content, time: time) }
    try makeRoomInHalf(for: overhead + frameSize)
    let opening = try segmentToOpen(for: frameSize)
    let segment = opening?.segment ?? hot.segment
    let start = opening == nil ? hot.tail : 0
    let frameOffset = opening == nil ? hot.tail : UInt64(FormatConstants.segmentHeaderSize)
    if opening == nil { try reserve(upTo: hot.tail + UInt64(frameSize)) }
    let header = FrameHeader(
      kind: .commit,
      sequence: content.sequence,
      payloadSize: content.payload.count,
      recordCount: content.count,
      time: time,
      previousHash: opening?.header.hash ?? hot.chain,
      contentHash: content.contentHash(salt: segment.salt)
    )
    let encoded = header.encoded(salt: segment.salt, offset: frameOffset)
    var body = opening?.header.encoded() ?? []
    body.reserveCapacity(body.count + frameSize)
    body.append(contentsOf: encoded.bytes)
    body.append(contentsOf: content.payload)
    try writeGroup(body, target: .init(segment: segment.id, offset: start), sequence: content.sequence)
    try write(body, to: segment, at: start, sequence: content.sequence)
    if let opening {
      sealHot()
      hot = HotSegment(
        segment: segment,
        header: opening.header,
        tail: 0,
        chain: 0,
        reserved: UInt64(FormatConstants.segmentHeaderSize + frameSize)
      )
      superblock.highestSegment = segment.id
      directoryIsDirty = true
    }
    noteUnsynced(segment)
    hot.tail = start + UInt64(body.count)
    hot.chain = encoded.hash
    lastSequence = content.sequence
    return Appended(segment: segment, payloadOffset: frameOffset + UInt64(FormatConstants.frameHeaderSize))
  }

  /// Writes one group to the active half; durable when it returns.
  func writeGroup(_ body: [UInt8], target: Superblock.Position, sequence: SequenceNumber) throws(StoreError) {
    let salt = superblock.epoch.salt
    let size = FormatConstants.groupHeaderSize + body.count
    let header = GroupHeader(
      size: size,
      salt: salt,
      block: block,
      frameCount: 1,
      firstSequence: sequence,
      target: target,
      promise: block,
      generation: superblock.generation,
      idLimit: idLimit,
      bodyHash: body.withUnsafeBytes { XXH64.hash($0, seed: salt) }
    )
    var group = header.encoded(storeSeed: superblock.hashSeed)
    group.reserveCapacity(alignedBlock(size))
    group.append(contentsOf: body)
    group.append(contentsOf: repeatElement(0, count: alignedBlock(size) - size))
    do {
      try halves[Int(superblock.epoch.half)].write(
        group,
        at: UInt64(block) * UInt64(FormatConstants.blockSize)
      )
    } catch {
      throw outcomeUnknown(error, sequence: sequence)
    }
    block += UInt32(alignedBlock(size) / FormatConstants.blockSize)
    superblock.idLimit = idLimit
  }

  /// Copies the body of a durable group to its segment.
  func write(
    _ body: [UInt8],
    to segment: Segment,
    at offset: UInt64,
    sequence: SequenceNumber
  ) throws(StoreError) {
    do {
      try segment.file.write(body, at: offset)
    } catch {
      throw outcomeUnknown(error, sequence: sequence)
    }
  }

  private func outcomeUnknown(_ error: StorageIOError, sequence: SequenceNumber) -> StoreError {
    let failure = StoreError(
      .commitOutcomeUnknown,
      tried: "make commit \(sequence) durable",
      path: error.path,
      found: error.description,
      remedy: "Close and reopen the store: recovery decides whether the commit happened.",
      sequence: sequence
    )
    poison = failure
    return failure
  }

  /// Latches a failure to follow a commit that is durable: it counts, but the indexes in memory do not have it.
  func lost(behind sequence: SequenceNumber, _ error: StoreError) -> StoreError {
    let failure = StoreError(
      .commitOutcomeUnknown,
      tried: "apply commit \(sequence)",
      path: error.path,
      found: "\(error)",
      remedy: "Close and reopen the store: the commit will be there.",
      sequence: sequence
    )
    poison = failure
    return failure
  }

  /// Latches a failure after which the files may not hold what was written.
  func poisoned(_ error: StorageIOError, tried: String) -> StoreError {
    let failure = StoreError(
      .poisoned,
      tried: tried,
      path: error.path,
      found: error.description,
      remedy: "Close and reopen the store; commits that were acknowledged are safe in its log."
    )
    poison = failure
    return failure
  }

  func refuseIfPoisoned() throws(StoreError) {
    guard let poison else { return }
    throw StoreError(
      .poisoned,
      tried: "write to the store",
      path: paths.root,
      found: "an earlier failure: \(poison)",
      remedy: "Close and reopen the store.",
      sequence: poison.sequence
    )
  }
}
