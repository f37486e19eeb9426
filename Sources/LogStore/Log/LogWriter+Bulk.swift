extension LogWriter {
  /// Writes a large commit straight to the segments and makes it count by a reference in the log: two syncs,
  /// and no byte is written twice (FORMAT.md, "Bulk commit").
  func appendBulk(_ content: FrameContent, time: Int64) throws(StoreError) -> Appended {
    try makeRoomInHalf(for: FormatConstants.blockSize)
    let frameSize = FormatConstants.frameHeaderSize + content.payload.count
    let before = (hot: hot, sealed: sealed, highest: superblock.highestSegment)
    var opened: Segment?
    let frameOffset: UInt64
    let encoded: (bytes: [UInt8], hash: UInt64)
    do {
      try padTail()
      let opening = try segmentToOpen(for: frameSize + 2 * FormatConstants.blockSize)
      if let opening {
        opened = opening.segment
        try writeBulk(opening.header.encoded(), to: opening.segment, at: 0)
        listHot()
        hot = HotSegment(
          segment: opening.segment,
          header: opening.header,
          tail: UInt64(FormatConstants.segmentHeaderSize),
          chain: opening.header.hash,
          reserved: 0
        )
        superblock.highestSegment = opening.segment.id
        directoryIsDirty = true
        noteUnsynced(opening.segment)
        try padTail()
      }
      frameOffset = hot.tail
      try reserve(upTo: frameOffset + UInt64(frameSize + 2 * FormatConstants.blockSize))
      encoded = FrameHeader(
        kind: .bulk,
        sequence: content.sequence,
        payloadSize: content.payload.count,
        recordCount: content.count,
        time: time,
        previousHash: hot.chain,
        contentHash: content.contentHash(salt: hot.header.salt)
      ).encoded(salt: hot.header.salt, offset: frameOffset)
      try writeBulk(encoded.bytes, to: hot.segment, at: frameOffset)
      try writeBulk(
        content.payload,
        to: hot.segment,
        at: frameOffset + UInt64(FormatConstants.frameHeaderSize)
      )
      noteUnsynced(hot.segment)
      hot.tail = frameOffset + UInt64(frameSize)
      hot.chain = encoded.hash
      try padTail()
    } catch {
      // Nothing refers to what was written: the tail goes back, and the next frame overwrites it.
      if poison == nil {
        hot = before.hot
        sealed = before.sealed
        superblock.highestSegment = before.highest
        if let opened {
          unsynced.removeAll { $0 === opened }
          try? io.remove(opened.file.path)  // an unknown segment is removed at the next opening as well
        }
      }
      throw error
    }
    try syncSegments()
    try appendReference(
      BulkReference(
        firstOffset: frameOffset,
        lastOffset: frameOffset,
        firstHash: encoded.hash,
        lastHash: encoded.hash,
        frameCount: 1
      ),
      sequence: content.sequence,
      time: time
    )
    if opened != nil { before.hot.segment.seal(size: before.hot.tail) }
    return Appended(
      segment: hot.segment,
      payloadOffset: frameOffset + UInt64(FormatConstants.frameHeaderSize)
    )
  }

  private func appendReference(
    _ reference: BulkReference,
    sequence: SequenceNumber,
    time: Int64
  ) throws(StoreError) {
    let payload = reference.encoded()
    let header = FrameHeader(
      kind: .bulkReference,
      sequence: sequence,
      payloadSize: payload.count,
      recordCount: 0,
      time: time,
      previousHash: hot.chain,
      contentHash: payload.withUnsafeBytes { XXH64.hash($0, seed: hot.header.salt) }
    )
    let encoded = header.encoded(salt: hot.header.salt, offset: hot.tail)
    let body = encoded.bytes + payload
    try writeGroup(body, target: .init(segment: hot.segment.id, offset: hot.tail), sequence: sequence)
    try write(body, to: hot.segment, at: hot.tail, sequence: sequence)
    noteUnsynced(hot.segment)
    hot.tail += UInt64(body.count)
    hot.chain = encoded.hash
    lastSequence = sequence
  }

  private func writeBulk(_ bytes: [UInt8], to segment: Segment, at offset: UInt64) throws(StoreError) {
    do {
      try segment.file.write(bytes, at: offset)
    } catch {
      guard error.isOutOfSpace else { throw StoreError(error, tried: "write a large commit") }
      throw StoreError(
        .outOfSpace,
        tried: "write a large commit",
        path: error.path,
        found: error.description,
        remedy: "Nothing was changed and the store stays usable; free some space and save again."
      )
    }
  }
}
