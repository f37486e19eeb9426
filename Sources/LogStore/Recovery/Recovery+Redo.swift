extension Recovery {
  /// Puts the body of a group where it belongs, with everything before it that no group repeats.
  mutating func redo(_ group: LogScan.Group) throws(StoreError) {
    let target = group.header.target
    let end = target.offset &+ UInt64(group.body.count)
    let durable = superblock.durable.position
    if target.segment < durable.segment || (target.segment == durable.segment && end <= durable.offset) {
      return
    }
    guard target.offset <= UInt64(FormatConstants.largestOffset) else { throw wrongTarget(group) }
    if target.offset == 0 {
      guard
        let header = group.body.withUnsafeBytes({ SegmentHeader(decoding: $0, storeID: superblock.storeID) })
      else { throw wrongTarget(group) }
      try closeTail(at: header.previousEnd, of: header.previousID, group)
      // What the file holds behind the group may be bulk frames, which no group repeats.
      let image =
        reader.numbers.contains(target.segment)
        ? try reader.image(target.segment) : SegmentImage(id: target.segment, bytes: [])
      image.place(group.body, at: 0)
      reader.images[target.segment] = image
    } else {
      let image = try reader.image(target.segment)
      guard let header = image.header(storeID: superblock.storeID) else { throw wrongTarget(group) }
      if target.segment != tail.segment {
        // Only a bulk commit opens a segment without a group of its own.
        try closeTail(at: header.previousEnd, of: header.previousID, group)
        tail = .init(segment: target.segment, offset: UInt64(FormatConstants.segmentHeaderSize))
      }
      var start = Int(clamping: tail.offset)
      if let bulk = bulkReference(group, header) {
        // The padding around it was synced with it. It shares sectors with what no group repeats, and so must not
        // be written again either.
        let isUnlogged = start == FormatConstants.segmentHeaderSize
        guard
          isUnlogged
            ? holds(image, from: start, to: bulk.firstOffset)
            : pad(image, from: start, to: bulk.firstOffset, salt: header.salt),
          let size = image.bytes.withUnsafeBytes({
            frameSize($0, at: Int(clamping: bulk.lastOffset), salt: header.salt)
          })
        else { throw wrongTarget(group) }
        start = Int(clamping: bulk.lastOffset) + size
        guard holds(image, from: start, to: target.offset) else { throw wrongTarget(group) }
      } else {
        guard pad(image, from: start, to: target.offset, salt: header.salt) else { throw wrongTarget(group) }
      }
      image.place(group.body, at: Int(clamping: target.offset))
    }
    tail = .init(segment: target.segment, offset: end)
    report.redoneCommits += Int(group.header.frameCount)
  }

  mutating func closeTail(
    at end: UInt64,
    of id: UInt32,
    _ group: LogScan.Group
  ) throws(StoreError) {
    if Sabotage.predecessorNotClosed.isOn { return }
    let image = try reader.image(tail.segment)
    guard id == tail.segment, let header = image.header(storeID: superblock.storeID),
      pad(image, from: Int(clamping: tail.offset), to: end, salt: header.salt)
    else { throw wrongTarget(group) }
    image.cut(at: Int(clamping: end))
  }

  /// Fills a gap with padding. One is never longer than the way to the next block but one: whoever asks for more
  /// asks for memory without end.
  private func pad(_ image: SegmentImage, from start: Int, to end: UInt64, salt: UInt64) -> Bool {
    let end = Int(clamping: end)
    guard end >= start, end - start < 2 * FormatConstants.blockSize else { return false }
    return image.pad(from: start, to: end, salt: salt)
  }

  /// Whether a segment reaches over a gap that padding may fill; the walk over its frames looks at what is there.
  private func holds(_ image: SegmentImage, from start: Int, to end: UInt64) -> Bool {
    let end = Int(clamping: end)
    return end >= start && end - start < 2 * FormatConstants.blockSize && end <= image.bytes.count
  }

  func bulkReference(_ group: LogScan.Group, _ segment: SegmentHeader) -> BulkReference? {
    group.body.withUnsafeBytes { body in
      guard
        let (header, _) = FrameHeader.decode(body, salt: segment.salt, offset: group.header.target.offset),
        header.kind == .bulkReference
      else { return nil }
      return BulkReference(
        decoding: UnsafeRawBufferPointer(rebasing: body[FormatConstants.frameHeaderSize...])
      )
    }
  }

  func frameSize(_ bytes: UnsafeRawBufferPointer, at offset: Int, salt: UInt64) -> Int? {
    guard offset < bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    guard let (header, _) = FrameHeader.decode(rest, salt: salt, offset: UInt64(offset)) else { return nil }
    return offset + header.size <= bytes.count ? header.size : nil
  }

  func wrongTarget(_ group: LogScan.Group) -> StoreError {
    StoreError(
      .segmentCorrupt,
      tried: "redo commit \(group.header.firstSequence)",
      path: paths.segment(group.header.target.segment),
      offset: group.header.target.offset,
      found: "the segment does not reach the place of the commit, or its header is damaged",
      remedy: "Restore the store from a backup; it was left as it is.",
      sequence: group.header.firstSequence
    )
  }
}
