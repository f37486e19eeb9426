/// The halves of the write-ahead log.
extension StoreMap {
  private static let earlier = MapField("group of an earlier epoch", "", .unused)
  private static let torn = MapField("group", "a write that was cut off", .torn)
  private static let remainder = MapField("group", "zeros up to the block", .unused)
  private static let beyond = MapField("log half", "behind the size in the superblock", .unused)
  private static let idle = MapField("log half", "zeros", .unused)
  private static let stale = MapField("log half", "remains of earlier groups", .unused)

  func takeHalf(_ half: UInt8, _ mapper: FileMapper, _ bytes: UnsafeRawBufferPointer) throws {
    guard let superblock = knowledge.superblock else { return }
    let block = FormatConstants.blockSize
    let all = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, superblock.halfSize(half))])
    let needed = Self.neededGroups(half, all, superblock)
    let lost = lostBlocks(half, all, superblock, behind: needed)
    var start = 0
    while start + block <= all.count {
      let rest = UnsafeRawBufferPointer(rebasing: all[start...])
      let number = UInt32(start / block)
      if let header = GroupHeader(decoding: rest, block: number, storeSeed: superblock.hashSeed) {
        let size = min(alignedBlock(header.size), rest.count)
        if number < needed.end {
          try take(header, UnsafeRawBufferPointer(rebasing: rest[..<size]), superblock, mapper)
        } else {
          try mapper.take(size, Self.earlier)
        }
        start += size
        continue
      }
      let content = rest[..<block]
      if lost.contains(number) {
        try mapper.take(block, .unknown)
      } else if paths.half(half) == knowledge.tornTail?.path,
        knowledge.tornTail?.offset == UInt64(start)
      {
        try mapper.take(block, Self.torn)
      } else {
        try mapper.take(block, content.allSatisfy { $0 == 0 } ? Self.idle : Self.stale)
      }
      start += block
    }
    try mapper.take(bytes.count - start, Self.beyond)
  }

  /// The groups from block 0 on that recovery reads.
  ///
  /// - Returns: The salt of their epoch, the block behind the last of them, and where the last one should
  ///   end; nil where only the groups themselves tell.
  private static func neededGroups(
    _ half: UInt8,
    _ bytes: UnsafeRawBufferPointer,
    _ superblock: Superblock
  ) -> (salt: UInt64?, end: UInt32, wanted: UInt32?) {
    guard !superblock.isClean else { return (nil, 0, nil) }
    let epoch: (salt: UInt64, first: UInt64, end: UInt32?)
    if superblock.epoch.half == half {
      epoch = (superblock.epoch.salt, superblock.epoch.firstSequence, nil)
    } else if let previous = superblock.previous, superblock.needsPreviousEpoch, previous.half == half {
      epoch = (previous.salt, previous.firstSequence, previous.endBlock)
    } else {
      return (nil, 0, nil)
    }
    var block: UInt32 = 0
    var expected = epoch.first
    while Int(block) * FormatConstants.blockSize < bytes.count, block < epoch.end ?? .max,
      let header = GroupHeader(
        decoding: UnsafeRawBufferPointer(rebasing: bytes[(Int(block) * FormatConstants.blockSize)...]),
        block: block,
        storeSeed: superblock.hashSeed
      ), header.salt == epoch.salt, header.firstSequence == expected, header.frameCount > 0
    {
      expected &+= UInt64(header.frameCount)
      block += UInt32(alignedBlock(header.size) / FormatConstants.blockSize)
    }
    return (epoch.salt, block, epoch.end)
  }

  /// Blocks that held what a recovery needs, and do not any more.
  private func lostBlocks(
    _ half: UInt8,
    _ bytes: UnsafeRawBufferPointer,
    _ superblock: Superblock,
    behind needed: (salt: UInt64?, end: UInt32, wanted: UInt32?)
  ) -> Range<UInt32> {
    // Beside a writer a group may be seen before all of it is there.
    guard let salt = needed.salt, !isBesideWriter else { return 0..<0 }
    if let wanted = needed.wanted { return needed.end..<max(needed.end, wanted) }
    let block = FormatConstants.blockSize
    let first = bytes.prefix(block)
    if needed.end == 0, first.count == block,
      !LogScan.mayBegin(Array(first), storeSeed: superblock.hashSeed)
    {
      return 0..<1
    }
    for number in needed.end..<max(needed.end, UInt32(bytes.count / block)) {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[(Int(number) * block)...])
      if let header = GroupHeader(decoding: rest, block: number, storeSeed: superblock.hashSeed),
        header.salt == salt, header.promise > needed.end
      {
        return needed.end..<number
      }
    }
    return 0..<0
  }

  /// A group that counts, up to the end of its last block.
  private func take(
    _ header: GroupHeader,
    _ bytes: UnsafeRawBufferPointer,
    _ superblock: Superblock,
    _ mapper: FileMapper
  ) throws {
    try mapper.take(FieldTable.group)
    var start = FormatConstants.groupHeaderSize
    if header.target.offset == 0, header.size - start >= FormatConstants.segmentHeaderSize {
      try mapper.take(FieldTable.segment)
      start += FormatConstants.segmentHeaderSize
    }
    let frames = FrameMapper(mapper: mapper, hashSeed: superblock.hashSeed)
    while start < header.size {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start..<header.size])
      // The group's hash covers all this: nothing is verified again.
      guard let frame = FrameHeader(verified: rest), frame.size <= rest.count else {
        try mapper.take(rest.count, .unknown)
        break
      }
      let payload = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.frameHeaderSize..<frame.size])
      try frames.take(frame, payload, salt: nil)
      start += frame.size
    }
    try mapper.take(bytes.count - header.size, Self.remainder)
  }
}
