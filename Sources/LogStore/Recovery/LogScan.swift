/// The groups of the write-ahead log that count (FORMAT.md, "Recovery", steps 2 and 3).
package struct LogScan {
  /// A group and where its body stands in its half.
  package struct Group {
    package var header: GroupHeader
    package var body: [UInt8]
  }

  /// Groups of the previous and the active epoch, in order.
  package private(set) var groups: [Group] = []
  /// Block of the active half at which something that is no group was found: a torn write, or nothing.
  package private(set) var tornBlock: UInt32?
  /// Block behind the last group of the active half.
  package private(set) var nextBlock: UInt32 = 0
  /// Number of the last commit of the log; nil if it holds none.
  package private(set) var lastSequence: SequenceNumber?
  /// Highest id limit of any group.
  package private(set) var idLimit: UInt64 = 0

  /// Reads both halves under a superblock.
  ///
  /// - Throws: `walCorrupt` if a commit that was acknowledged is missing, `superblockCorrupt` if a group was
  ///   written under a newer superblock than the chosen one.
  package init(
    superblock: Superblock,
    halves: [[UInt8]],
    paths: StorePaths
  ) throws(StoreError) {
    if superblock.isClean {
      // Nothing in the log is needed, unless the superblock is not the newest one that was written.
      for half: UInt8 in [0, 1] {
        let generation = halves[Int(half)].withUnsafeBytes {
          GroupHeader.generation($0, block: 0, storeSeed: superblock.hashSeed)
        }
        guard let generation, generation > superblock.generation, !Sabotage.generationIgnored.isOn else {
          continue
        }
        throw Self.newerGroup(generation, superblock, paths, half: half, block: 0)
      }
      return
    }
    if let previous = superblock.previous, superblock.needsPreviousEpoch {
      try readPrevious(previous, superblock, halves[Int(previous.half)], paths)
    }
    try readActive(superblock, halves[Int(superblock.epoch.half)], paths)
    let other = Int(1 - superblock.epoch.half)
    if Sabotage.otherHalfIgnored.isOn || Sabotage.generationIgnored.isOn { return }
    if let group = Self.group(in: halves[other], at: 0, superblock), group.generation > superblock.generation
    {
      throw Self.newerGroup(group.generation, superblock, paths, half: UInt8(other), block: 0)
    }
  }

  private static func group(in half: [UInt8], at block: UInt32, _ superblock: Superblock) -> GroupHeader? {
    let start = Int(block) * FormatConstants.blockSize
    guard start < half.count else { return nil }
    let header = half.withUnsafeBytes {
      GroupHeader(
        decoding: UnsafeRawBufferPointer(rebasing: $0[start...]),
        block: block,
        storeSeed: superblock.hashSeed
      )
    }
    guard let header, header.firstSequence < FormatConstants.sequenceBound,
      header.idLimit <= FormatConstants.idBound, header.target.segment < FormatConstants.segmentBound
    else { return nil }
    return header
  }

  private mutating func accept(_ header: GroupHeader, _ half: [UInt8]) {
    let start = Int(header.block) * FormatConstants.blockSize
    let body = Array(half[start + FormatConstants.groupHeaderSize..<start + header.size])
    groups.append(Group(header: header, body: body))
    lastSequence = header.firstSequence &+ UInt64(header.frameCount) &- 1
    if !Sabotage.idLimitOfGroupsIgnored.isOn { idLimit = max(idLimit, header.idLimit) }
  }

  /// Reads the groups of the previous epoch, which are needed.
  private mutating func readPrevious(
    _ previous: Superblock.PreviousEpoch,
    _ superblock: Superblock,
    _ half: [UInt8],
    _ paths: StorePaths
  ) throws(StoreError) {
    var block: UInt32 = 0
    var expected = previous.firstSequence
    while block < previous.endBlock {
      guard let header = Self.group(in: half, at: block, superblock), header.salt == previous.salt,
        header.firstSequence == expected, header.frameCount > 0
      else { break }
      accept(header, half)
      expected = header.firstSequence &+ UInt64(header.frameCount)
      block += UInt32(alignedBlock(header.size) / FormatConstants.blockSize)
    }
    guard block == previous.endBlock, expected == previous.lastSequence + 1 else {
      throw StoreError(
        .walCorrupt,
        tried: "recover the store",
        path: paths.half(previous.half),
        offset: UInt64(block) * UInt64(FormatConstants.blockSize),
        found:
          "commit \(expected) is missing; the superblock says that the log reaches \(previous.lastSequence)",
        remedy: "Restore the store from a backup; it was left as it is.",
        sequence: expected
      )
    }
  }

  private mutating func readActive(
    _ superblock: Superblock,
    _ half: [UInt8],
    _ paths: StorePaths
  ) throws(StoreError) {
    let blocks = UInt32(superblock.halfSize(superblock.epoch.half) / FormatConstants.blockSize)
    var block: UInt32 = 0
    var expected = superblock.epoch.firstSequence
    while block < blocks, let header = Self.group(in: half, at: block, superblock),
      header.salt == superblock.epoch.salt || Sabotage.saltIgnored.isOn,
      header.firstSequence == expected, header.frameCount > 0
    {
      guard header.generation <= superblock.generation || Sabotage.generationIgnored.isOn else {
        throw Self.newerGroup(header.generation, superblock, paths, half: superblock.epoch.half, block: block)
      }
      accept(header, half)
      expected &+= UInt64(header.frameCount)
      block += UInt32(alignedBlock(header.size) / FormatConstants.blockSize)
    }
    nextBlock = block
    if block == 0, !superblock.isClean, !Self.mayBegin(half, storeSeed: superblock.hashSeed) {
      throw StoreError(
        .walCorrupt,
        tried: "recover the store",
        path: paths.half(superblock.epoch.half),
        offset: 0,
        found:
          "it begins neither with zeros nor with a group of this store; commits from \(expected) on may be lost",
        remedy:
          "Put the file back if it was replaced, or restore the store from a backup; it was left as it is."
      )
    }
    // Behind the first failure, a group of this epoch that promises the failed block to be durable proves
    // that a commit is missing; otherwise the failure is the torn tail of the last write.
    for later in block..<max(blocks, block) {
      guard let header = Self.group(in: half, at: later, superblock) else {
        if later == block, Self.isTorn(half, block: later, superblock) { tornBlock = later }
        continue
      }
      if header.generation > superblock.generation, !Sabotage.generationIgnored.isOn {
        throw Self.newerGroup(header.generation, superblock, paths, half: superblock.epoch.half, block: later)
      }
      guard header.salt == superblock.epoch.salt || Sabotage.saltIgnored.isOn, header.promise > block,
        !Sabotage.promiseIgnored.isOn
      else { continue }
      throw StoreError(
        .walCorrupt,
        tried: "recover the store",
        path: paths.half(superblock.epoch.half),
        offset: UInt64(block) * UInt64(FormatConstants.blockSize),
        found: "commit \(expected) is damaged; a later group says that it was durable",
        remedy: "Restore the store from a backup; it was left as it is.",
        sequence: expected
      )
    }
  }

  /// Whether a half may begin so, whatever write was cut off: a sector has arrived or not, so that the first one is
  /// zero, or holds the whole header of a group.
  static func mayBegin(_ half: [UInt8], storeSeed: UInt64) -> Bool {
    guard half.count >= FormatConstants.blockSize else { return true }
    return half.withUnsafeBytes { bytes in
      bytes.prefix(512).allSatisfy { $0 == 0 }
        || GroupHeader.begins(bytes, block: 0, storeSeed: storeSeed)
    }
  }

  /// Whether a write of this epoch began there and was cut off: the header of a group under this epoch's salt,
  /// or a first sector that did not arrive before others that did. Stale blocks of earlier epochs are neither.
  private static func isTorn(_ half: [UInt8], block: UInt32, _ superblock: Superblock) -> Bool {
    let start = Int(block) * FormatConstants.blockSize
    guard start + FormatConstants.blockSize <= half.count else { return false }
    return half.withUnsafeBytes { bytes in
      let magic = bytes.word(start, UInt32.self)
      let salt = bytes.word(start + 8, UInt64.self)
      if magic == FormatConstants.groupMagic { return salt == superblock.epoch.salt }
      let content = bytes[start..<start + FormatConstants.blockSize]
      return content.prefix(512).allSatisfy { $0 == 0 } && content.contains { $0 != 0 }
    }
  }

  private static func newerGroup(
    _ generation: UInt64,
    _ superblock: Superblock,
    _ paths: StorePaths,
    half: UInt8,
    block: UInt32
  ) -> StoreError {
    StoreError(
      .superblockCorrupt,
      tried: "recover the store",
      path: paths.half(half),
      offset: UInt64(block) * UInt64(FormatConstants.blockSize),
      found:
        "a group of generation \(generation), but the newest superblock is \(superblock.generation)",
      remedy: "The newest superblock was lost; restore the store from a backup. It was left as it is."
    )
  }
}
