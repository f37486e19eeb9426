extension LogWriter {
  /// A large commit that is durable in the segments, but counts only once its reference is in the log.
  struct Bulk {
    /// Segment of the frame, and where its records begin.
    var segment: Segment
    var payloadOffset: UInt64
    fileprivate var reference: BulkReference
    fileprivate var before: (hot: HotSegment, sealed: [SealedSegment], highest: UInt32)
    /// The segment that was opened for it.
    fileprivate var opened: Segment?
  }

  /// Writes a large commit straight to the segments: two syncs, and no byte is written twice (FORMAT.md, "Bulk
  /// commit"). Nothing refers to it until `appendReference`. No group may be waiting.
  func writeBulk(_ content: FrameContent, time: Int64) throws(StoreError) -> Bulk {
    try makeRoomInHalf(for: BulkReference.size)
    let frameSize = FormatConstants.frameHeaderSize + content.size
    var bulk = Bulk(
      segment: hot.segment,
      payloadOffset: 0,
      reference: BulkReference(firstOffset: 0, lastOffset: 0, firstHash: 0, lastHash: 0, frameCount: 1),
      before: (hot: hot, sealed: sealed, highest: superblock.highestSegment)
    )
    do throws(StoreError) {
      try padTail()
      if let opening = try segmentToOpen(for: frameSize + 2 * FormatConstants.blockSize) {
        bulk.opened = opening.segment
        try writeBulk(opening.header.encoded(), to: opening.segment, at: 0)
        enter(opening)
        directoryIsDirty = !Sabotage.unsyncedBulkName.isOn
        noteUnsynced(opening.segment)
        try padTail()
      }
      let offset = hot.tail
      try reserve(upTo: offset + UInt64(frameSize + 2 * FormatConstants.blockSize))
      let header = content.header(.bulk, time: time, previousHash: hot.chain, salt: hot.header.salt)
      let encoded = header.encoded(salt: hot.header.salt, offset: offset)
      try writeBulk(encoded.bytes, to: hot.segment, at: offset)
      try writeBulk(
        content.payload,
        to: hot.segment,
        at: offset + UInt64(FormatConstants.frameHeaderSize)
      )
      noteUnsynced(hot.segment)
      hot.tail = offset + UInt64(frameSize)
      hot.chain = encoded.hash
      try padTail()
      bulk.segment = hot.segment
      bulk.payloadOffset = offset + UInt64(FormatConstants.frameHeaderSize)
      bulk.reference.firstOffset = offset
      bulk.reference.lastOffset = offset
      bulk.reference.firstHash = encoded.hash
      bulk.reference.lastHash = encoded.hash
    } catch {
      takeBack(bulk)
      throw error
    }
    if !Sabotage.unsyncedBulk.isOn { try syncSegments() }
    return bulk
  }

  /// Forgets a bulk commit that nothing refers to: the tail goes back, and the next frame overwrites it.
  func takeBack(_ bulk: Bulk) {
    guard poison == nil, !Sabotage.abortKeepsTail.isOn else { return }
    hot = bulk.before.hot
    sealed = bulk.before.sealed
    superblock.highestSegment = bulk.before.highest
    guard let opened = bulk.opened else { return }
    unsynced.removeAll { $0 === opened }
    try? io.remove(opened.file.path)  // an unknown segment is removed at the next opening as well
  }

  /// Makes the group whose frame makes a bulk commit count.
  func appendReference(to bulk: Bulk, sequence: SequenceNumber, time: Int64) -> CommitGroup {
    let payload = bulk.reference.encoded()
    let group = begin(Placement(segment: hot.segment, offset: hot.tail), sequence: sequence)
    if bulk.opened != nil { group.predecessor = (bulk.before.hot.segment, bulk.before.hot.tail) }
    payload.withUnsafeBytes { bytes in
      let header = FrameHeader(
        kind: .bulkReference,
        sequence: sequence,
        payloadSize: bytes.count,
        recordCount: 0,
        time: time,
        previousHash: hot.chain,
        contentHash: XXH64.hash(bytes, seed: hot.header.salt)
      )
      append(header, bytes, to: group)
    }
    return group
  }

  private func writeBulk(_ bytes: [UInt8], to segment: Segment, at offset: UInt64) throws(StoreError) {
    try bytes.withRawBytes { raw throws(StoreError) in try writeBulk(raw, to: segment, at: offset) }
  }

  private func writeBulk(
    _ bytes: UnsafeRawBufferPointer,
    to segment: Segment,
    at offset: UInt64
  ) throws(StoreError) {
    do {
      try segment.file.write(bytes, at: offset)
    } catch {
      throw noRoom(error, tried: "write a large commit")
    }
  }
}
