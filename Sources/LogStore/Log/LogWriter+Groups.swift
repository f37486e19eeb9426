extension LogWriter {
  /// Bytes of frames above which a group takes no further commit: what one write can carry at hardly more than
  /// the price of a block.
  private static let fullGroup = 1 << 20

  /// Where a frame goes; nothing is changed until `append`.
  struct Placement {
    var segment: Segment
    /// Where the frame begins in the segment.
    var offset: UInt64
    /// The group that takes it; nil: a new one.
    var group: CommitGroup?
    /// The segment that it opens.
    var opening: Opening?

    /// Where the records of the frame begin.
    var payloadOffset: UInt64 { offset + UInt64(FormatConstants.frameHeaderSize) }
  }

  /// Bytes of a frame with that many bytes of records, with all that a group may need beside it.
  private func groupSize(_ payload: Int) -> Int {
    FormatConstants.groupHeaderSize + FormatConstants.segmentHeaderSize + FormatConstants.frameHeaderSize
      + payload
  }

  /// Whether a commit is too large for a group.
  func needsBulk(_ payload: Int) -> Bool {
    groupSize(payload) > min(superblock.halfSize(0), superblock.halfSize(1)) / 2
  }

  /// Whether the rest of the active half takes a commit, behind all groups that are waiting.
  func hasRoomInHalf(for payload: Int) -> Bool {
    let waiting = groups.reduce(0) { $0 + alignedBlock($1.bytes.count) }
    let used = Int(block) * FormatConstants.blockSize + waiting
    return used + alignedBlock(groupSize(payload)) <= superblock.halfSize(superblock.epoch.half)
  }

  /// Finds the place of the next frame, and sets disk space aside for it.
  ///
  /// The half must have room (`hasRoomInHalf`).
  func place(_ payload: Int) throws(StoreError) -> Placement {
    let size = FormatConstants.frameHeaderSize + payload
    if let opening = try segmentToOpen(for: size) {
      return Placement(
        segment: opening.segment,
        offset: UInt64(FormatConstants.segmentHeaderSize),
        group: nil,
        opening: opening
      )
    }
    try reserve(upTo: hot.tail + UInt64(size))
    var place = Placement(segment: hot.segment, offset: hot.tail, group: nil, opening: nil)
    let limit = min(Self.fullGroup, min(superblock.halfSize(0), superblock.halfSize(1)) / 2)
    if let last = groups.last, last.segment === hot.segment, last.bytes.count + size <= limit,
      last.start + UInt64(last.bytes.count - FormatConstants.groupHeaderSize) == hot.tail
    {
      place.group = last
    }
    return place
  }

  /// Adds a commit to the group that it was placed in. Nothing is written yet.
  func append(_ content: FrameContent, at place: Placement, time: Int64) -> CommitGroup {
    let group = place.group ?? begin(place, sequence: content.sequence)
    let header = content.header(
      .commit,
      time: time,
      previousHash: hot.chain,
      salt: hot.header.salt
    )
    append(header, content.payload, to: group)
    return group
  }

  /// Adds a frame to a group and goes on behind it.
  func append(_ header: FrameHeader, _ payload: UnsafeRawBufferPointer, to group: CommitGroup) {
    let target = group.bytes.extend(by: FormatConstants.frameHeaderSize)
    let hash = header.store(to: target, salt: hot.header.salt, offset: hot.tail)
    group.bytes.append(payload)
    hot.tail += UInt64(FormatConstants.frameHeaderSize + payload.count)
    hot.chain = hash
    lastSequence = header.sequence
  }

  /// Begins a group, and the segment that it opens.
  func begin(_ place: Placement, sequence: SequenceNumber) -> CommitGroup {
    let group = CommitGroup(
      segment: place.segment,
      start: place.opening == nil ? hot.tail : 0,
      bytes: spareBuffers.popLast() ?? ByteBuffer(),
      firstSequence: sequence
    )
    if let opening = place.opening {
      group.predecessor = (hot.segment, hot.tail)
      group.bytes.append(opening.header.encoded())
      enter(opening)
    }
    groups.append(group)
    place.segment.stage(group.bytes, skipping: FormatConstants.groupHeaderSize, at: group.start)
    return group
  }

  /// Takes the first group that waits out of the queue, for one write outside of the lock.
  ///
  /// - Parameter limit: A higher limit of ids that becomes durable with it.
  func take(idLimit limit: UInt64?) -> GroupWrite? {
    guard !groups.isEmpty else { return nil }
    let group = groups.removeFirst()
    if let limit { idLimit = max(idLimit, limit) }
    let size = group.bytes.count
    group.bytes.appendZeros(alignedBlock(size) - size)
    let write = GroupWrite(
      group: group,
      header: GroupHeader(
        size: size,
        salt: superblock.epoch.salt,
        block: block,
        frameCount: UInt32(group.frameCount),
        firstSequence: group.firstSequence,
        target: .init(segment: group.segment.id, offset: group.start),
        promise: durability == .full ? block : syncedBlock,
        generation: superblock.generation,
        idLimit: idLimit,
        bodyHash: 0
      ),
      storeSeed: superblock.hashSeed,
      half: halves[Int(superblock.epoch.half)],
      offset: UInt64(block) * UInt64(FormatConstants.blockSize)
    )
    block += UInt32(group.bytes.count / FormatConstants.blockSize)
    return write
  }

  /// Notes that a group is durable and in its segment.
  func complete(_ write: GroupWrite) {
    let group = write.group
    superblock.idLimit = max(superblock.idLimit, write.header.idLimit)
    if let predecessor = group.predecessor {
      predecessor.segment.seal(size: predecessor.size)
      directoryIsDirty = true
    }
    noteUnsynced(group.segment)
    noteWritten(group)
    group.segment.unstageFirst()
    if spareBuffers.count < 2 { spareBuffers.append(group.bytes) }
  }

  /// Ends writing after a group failed, and fails all that wait behind it.
  ///
  /// - Returns: The groups that will not be written.
  func abandon(_ write: GroupWrite, _ error: StorageIOError) -> [CommitGroup] {
    let failure = StoreError(
      .commitOutcomeUnknown,
      tried: "make commit \(write.group.firstSequence) durable",
      path: error.path,
      found: error.description,
      remedy: "Close and reopen the store: recovery decides whether the commit happened.",
      sequence: write.group.firstSequence
    )
    poison = failure
    write.group.outcome = .failed(failure)
    let rest = groups
    groups = []
    for group in rest { group.outcome = .failed(refusal(after: failure)) }
    return rest
  }
}
