/// Segments.
extension StoreMap {
  private static let redone = MapField("segment", "not durable yet: the log holds it", .unused)
  private static let uncounted = MapField("segment that does not count", "", .unused)
  private static let behindEnd = (
    zeros: MapField("segment", "zeros behind the end", .unused),
    remains: MapField("segment", "remains behind the end", .unused)
  )

  /// What a segment is to the store.
  private enum Standing {
    /// It counts up to there.
    case counted(end: Int)
    /// Nothing refers to it.
    case uncounted
    /// It cannot be known how much of it counts.
    case unclear
  }

  private func standing(_ id: UInt32) -> Standing {
    guard let ends = knowledge.ends else { return .unclear }
    if let end = ends[id] { return .counted(end: Int(clamping: end)) }
    return isBesideWriter ? .unclear : .uncounted
  }

  func takeSegment(_ id: UInt32, _ mapper: FileMapper, _ bytes: UnsafeRawBufferPointer) throws {
    guard let superblock = knowledge.superblock else { return }
    let standing = standing(id)
    if case .uncounted = standing { return try mapper.take(bytes.count, Self.uncounted) }
    var end = bytes.count
    if case .counted(let counted) = standing { end = min(end, counted) }
    // What lies behind the durable mark may be anything: a recovery makes it anew from the log.
    let durable = superblock.durable.position
    let safe =
      id < durable.segment ? end : id == durable.segment ? min(end, Int(clamping: durable.offset)) : 0
    let header = SegmentHeader(decoding: bytes, storeID: superblock.storeID)
    guard let header, header.id == id else {
      // A recovery that succeeds has seen the headers of all segments but of those that it makes anew.
      return try mapper.take(bytes.count, safe == 0 && knowledge.ends != nil ? Self.redone : .unknown)
    }
    try mapper.take(FieldTable.segment)
    let frames = FrameMapper(mapper: mapper, hashSeed: superblock.hashSeed)
    var start = FormatConstants.segmentHeaderSize
    while start < end {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      if let (frame, _) = FrameHeader.decode(rest, salt: header.salt, offset: UInt64(start)),
        frame.size <= rest.count
      {
        let payload = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.frameHeaderSize..<frame.size])
        try frames.take(frame, payload, salt: header.salt)
        start += frame.size
        continue
      }
      let next = nextFrame(bytes, from: start + 8, to: end, header.salt)
      let lost = header.kind == .cold ? next : min(max(start, safe), next)
      try mapper.take(lost - start, .unknown)
      try mapper.take(next - lost, Self.redone)
      start = next
    }
    let rest = bytes[min(start, bytes.count)...]
    try mapper.take(rest.count, rest.allSatisfy { $0 == 0 } ? Self.behindEnd.zeros : Self.behindEnd.remains)
  }

  /// Where the next frame begins that can be told by its header.
  private func nextFrame(
    _ bytes: UnsafeRawBufferPointer,
    from start: Int,
    to end: Int,
    _ salt: UInt64
  ) -> Int {
    var offset = start
    while offset + FormatConstants.frameHeaderSize <= end {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
      let found = FrameHeader.decode(rest, salt: salt, offset: UInt64(offset))
      if let (frame, _) = found, frame.size <= rest.count { return offset }
      offset += 8
    }
    return end
  }
}
