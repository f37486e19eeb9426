extension LogWriter {
  /// Ends the hot segment and begins another one without a commit, so that all records so far lie in sealed ones.
  /// Nothing is done if it holds no frame.
  func beginSegment(nextID: UInt64) throws(StoreError) {
    try prepareToWrite()
    guard hot.chain != hot.header.hash else { return }
    try padTail()
    try syncSegments()
    let opening = try takingReserve { () throws(StoreError) in
      try createSegment(kind: .hot, needing: UInt64(FormatConstants.blockSize))
    }
    let before = (hot: hot, sealed: sealed, highest: superblock.highestSegment)
    do throws(StoreError) {
      let mark = try writeBeginning(opening)
      enter(opening)
      hot.tail = mark.position.offset
      try beginEmptyEpoch(at: mark, checkpoint: nil, isClean: false, nextID: max(nextID, idLimit))
    } catch {
      if poison == nil {
        // The number is not used again, so that no sync is needed, which might be the one that failed.
        superblock.highestSegment = opening.segment.id
        (hot, sealed) = (before.hot, before.sealed)
        try? io.remove(opening.segment.file.path)
      }
      throw error
    }
    before.hot.segment.seal(size: before.hot.tail)
  }

  /// Writes the header of a hot segment that no group brings, padded, and makes it durable.
  private func writeBeginning(_ opening: Opening) throws(StoreError) -> Superblock.DurableMark {
    let image = SegmentImage(id: opening.segment.id, bytes: opening.header.encoded())
    _ = image.pad(
      from: FormatConstants.segmentHeaderSize,
      to: FormatConstants.blockSize,
      salt: opening.header.salt
    )
    do {
      try opening.segment.file.write(image.bytes, at: 0)
      if !Sabotage.unsyncedCompactionHot.isOn { try opening.segment.file.sync() }
    } catch {
      throw StoreError(
        error,
        tried: "compact the store",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    }
    if !Sabotage.unsyncedCompactionNames.isOn { try syncNames() }
    return Superblock.DurableMark(
      position: .init(segment: opening.segment.id, offset: UInt64(image.bytes.count)),
      hash: opening.header.hash,
      sequence: lastSequence
    )
  }

  /// Creates a segment for a compaction of the version with that number, which fills it without the lock.
  func createCold(after sequence: SequenceNumber) throws(StoreError) -> Opening {
    try prepareToWrite()
    // Where the disk is too full for a compaction, who asks for it has emptied the reserve.
    let opening = try takingReserve(!spaceReserve.isWhole) { () throws(StoreError) in
      try createSegment(kind: .cold, needing: UInt64(FormatConstants.blockSize), after: sequence)
    }
    superblock.highestSegment = opening.segment.id
    return opening
  }

  /// Lets segments follow the size of the store: an eighth of the live bytes, within the limits of the format. Sizes
  /// below the smallest one were asked for, and stay.
  ///
  /// - Parameter shrinks: Whether they may become smaller.
  func adjustSegmentTarget(liveBytes: Int, shrinks: Bool) {
    guard superblock.segmentTarget >= FormatConstants.smallestSegment else { return }
    var target = FormatConstants.smallestSegment
    while target < FormatConstants.largestSegment, (1 << Int(target)) * 8 < liveBytes { target += 1 }
    superblock.segmentTarget = shrinks ? target : max(target, superblock.segmentTarget)
  }
}
