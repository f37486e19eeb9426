extension LogWriter {
  /// A segment that a frame is about to open.
  struct Opening {
    var segment: Segment
    var header: SegmentHeader
    /// Disk space is set aside up to here.
    var reserved: UInt64
  }

  /// Creates the next segment if the frame does not fit the target of the hot one.
  ///
  /// - Returns: nil if the frame goes to the hot segment.
  func segmentToOpen(for frameSize: Int) throws(StoreError) -> Opening? {
    let target = UInt64(1) << UInt64(superblock.segmentTarget)
    let isEmpty = hot.tail <= UInt64(FormatConstants.segmentHeaderSize)
    guard !isEmpty, rollsNext || hot.tail + UInt64(frameSize) > target else { return nil }
    // Segments grow with the store, so that their number stays small; sizes below the smallest were asked for.
    if superblock.segmentTarget >= FormatConstants.smallestSegment,
      superblock.segmentTarget < FormatConstants.largestSegment,
      sealed.reduce(0, { $0 + $1.size }) > 8 * target
    {
      superblock.segmentTarget += 1
    }
    let opening = try createSegment(
      kind: .hot,
      needing: UInt64(FormatConstants.segmentHeaderSize + frameSize)
    )
    rollsNext = false
    return opening
  }

  /// Creates an empty segment file with disk space for so many bytes, or more. Nothing refers to it yet.
  ///
  /// - Parameter created: Number of the last commit before its content; nil: of all commits so far.
  func createSegment(
    kind: SegmentHeader.Kind,
    needing size: UInt64,
    after created: SequenceNumber? = nil
  ) throws(StoreError) -> Opening {
    let id = superblock.highestSegment + 1
    guard id < FormatConstants.segmentBound else {
      throw StoreError(
        .limitExceeded,
        tried: "begin segment \(id)",
        path: paths.segments,
        found: "all \(FormatConstants.segmentBound) numbers of segments are used up",
        remedy: "Copy the objects to a new store."
      )
    }
    let linkedToHot = kind == .hot
    let header = SegmentHeader(
      kind: kind,
      id: id,
      storeID: superblock.storeID,
      salt: io.random(),
      createdSequence: created ?? lastSequence,
      created: io.now(),
      previousID: linkedToHot ? hot.segment.id : 0,
      previousEnd: linkedToHot ? hot.tail : 0,
      previousHash: linkedToHot ? hot.chain : 0
    )
    let path = paths.segment(id)
    return try withSpace("begin segment \(id)", size) { room throws(StorageIOError) -> Opening in
      // A file left by an earlier attempt that failed before anything referred to it.
      if try io.metadata(path) != nil { try io.remove(path) }
      let file = try io.open(path, .create)
      do throws(StorageIOError) {
        try file.reserve(upTo: room)
      } catch {
        try? io.remove(path)  // the failure to report is the reservation's
        throw error
      }
      return Opening(
        segment: Segment(id: id, file: file, allowsMapping: allowsMapping),
        header: header,
        reserved: room
      )
    }
  }

  /// Sets disk space aside before anything enters the write-ahead log, so that a commit that was made durable
  /// can always be copied to its place. Works in steps that grow with the segment.
  func reserve(upTo end: UInt64) throws(StoreError) {
    guard end > hot.reserved, !Sabotage.spaceNotReserved.isOn else { return }
    hot.reserved = try withSpace("set disk space aside for a commit", end) { goal throws(StorageIOError) in
      try hot.segment.file.reserve(upTo: goal)
      return goal
    }
  }

  /// Sets disk space aside: ample, else what is needed, else with the reserve if that is allowed. What is not allowed
  /// to take the reserve first gives back what others took.
  ///
  /// - Parameter size: Bytes that the file needs in all.
  private func withSpace<R>(
    _ tried: String,
    _ size: UInt64,
    _ body: (UInt64) throws(StorageIOError) -> R
  ) throws(StoreError) -> R {
    let block = UInt64(FormatConstants.blockSize)
    let needed = (size + block - 1) / block * block
    if !mayTakeReserve, !spaceReserve.isWhole {
      do throws(StorageIOError) { try spaceReserve.restore() } catch { throw noRoom(error, tried: tried) }
    }
    do throws(StorageIOError) { return try body(Self.reservation(for: size)) } catch {
      guard error.isOutOfSpace else { throw noRoom(error, tried: tried) }
    }
    do throws(StorageIOError) { return try body(needed) } catch {
      guard error.isOutOfSpace, mayTakeReserve, spaceReserve.release(keepsHalf: true) > 0 else {
        throw noRoom(error, tried: tried)
      }
    }
    do throws(StorageIOError) { return try body(needed) } catch { throw noRoom(error, tried: tried) }
  }

  /// Lets what the body writes take the space of the reserve: what gives space back, and what has to be written
  /// before that can be.
  func takingReserve<R>(
    _ isAllowed: Bool = true,
    _ body: () throws(StoreError) -> R
  ) throws(StoreError) -> R {
    let before = mayTakeReserve
    mayTakeReserve = before || isAllowed
    defer { mayTakeReserve = before }
    return try body()
  }

  /// How much to set aside when that much is needed.
  private static func reservation(for end: UInt64) -> UInt64 {
    let step: UInt64 = end < 256 << 10 ? 64 << 10 : end < 8 << 20 ? 1 << 20 : 4 << 20
    return (end + step - 1) / step * step
  }

  /// The error of a write that nothing refers to yet.
  func noRoom(_ error: StorageIOError, tried: String) -> StoreError {
    guard error.isOutOfSpace else { return StoreError(error, tried: tried) }
    return StoreError(
      .outOfSpace,
      tried: tried,
      path: error.path,
      found: error.description,
      remedy:
        "Nothing was changed and the store stays usable; free some space and save again, or delete objects and"
        + " compact the store: that works without."
    )
  }

  /// Goes on in a new segment.
  func enter(_ opening: Opening) {
    listHot()
    hot = HotSegment(
      segment: opening.segment,
      header: opening.header,
      tail: UInt64(FormatConstants.segmentHeaderSize),
      chain: opening.header.hash,
      reserved: opening.reserved
    )
    superblock.highestSegment = opening.segment.id
  }

  /// Lists the hot segment among the sealed ones; for readers it is sealed once the commit behind it counts.
  func listHot() {
    // A new array: a checkpoint may read the old one without the lock, and the thread sanitizer does not see that it
    // has let go of it.
    sealed =
      sealed + [
        SealedSegment(
          id: hot.segment.id,
          kind: .hot,
          size: hot.tail,
          lastHash: hot.chain,
          createdSequence: hot.header.createdSequence
        )
      ]
  }

  /// Remembers that a segment has bytes that were not synced.
  func noteUnsynced(_ segment: Segment) {
    if unsynced.last !== segment { unsynced.append(segment) }
  }

  /// Fills the hot segment with padding up to the next block boundary.
  func padTail() throws(StoreError) {
    let tail = Int(hot.tail)
    var end = alignedBlock(tail)
    guard end != tail else { return }
    if end - tail < FormatConstants.frameHeaderSize { end += FormatConstants.blockSize }
    try takingReserve { () throws(StoreError) in try reserve(upTo: UInt64(end)) }
    var (bytes, hash) = FrameHeader.padding(size: end - tail)
      .encoded(salt: hot.header.salt, offset: hot.tail)
    if Sabotage.paddingInChain.isOn { hot.chain = hash }
    bytes.append(contentsOf: repeatElement(0, count: end - tail - bytes.count))
    do {
      try hot.segment.file.write(bytes, at: hot.tail)
    } catch {
      // Nothing refers to the padding yet: without room for it the tail stays where it is.
      throw error.isOutOfSpace
        ? noRoom(error, tried: "pad a segment") : poisoned(error, tried: "pad a segment")
    }
    hot.tail = UInt64(end)
    noteUnsynced(hot.segment)
  }

  /// Makes every byte of every segment durable, names included.
  func syncSegments() throws(StoreError) {
    try collectBackgroundWork(waits: true)
    do throws(StorageIOError) {
      for segment in unsynced { try Self.sync(segment.file) }
      unsynced = []
      if directoryIsDirty {
        if !Sabotage.unsyncedSegmentNames.isOn { try io.syncDirectory(paths.segments) }
        directoryIsDirty = false
      }
    } catch {
      throw poisoned(error, tried: "sync the segments")
    }
  }

  /// Makes the names of segments and of their lists durable. A sync in the background may have failed to do that,
  /// which the next one is not told of.
  func syncNames() throws(StoreError) {
    try collectBackgroundWork(waits: true)
    do {
      try io.syncDirectory(paths.segments)
    } catch {
      throw poisoned(error, tried: "sync the names of segments")
    }
    directoryIsDirty = false
  }

  /// Makes the content of a segment durable.
  static func sync(_ file: any StorageFile) throws(StorageIOError) {
    do throws(StorageIOError) { try file.sync() } catch {
      if !Sabotage.failedSyncIgnored.isOn { throw error }
    }
  }
}
