extension Recovery {
  /// Where the chain begins: behind the checkpoint, or at the first segment.
  mutating func start() throws(StoreError) -> (
    position: Superblock.Position, chain: UInt64, sequence: UInt64
  ) {
    if superblock.checkpoint.id != 0 {
      do {
        let image = try CheckpointFiles.open(
          superblock,
          io: io,
          paths: paths,
          allowsMapping: allowsMapping
        )
        let checkpoint = image.header
        if readsAllRecords {
          try loadRecords(before: checkpoint)
        } else {
          if !defersSegments { for segment in checkpoint.segments { try checkPresence(of: segment) } }
          loader.checkpoint = image
        }
        sealed = checkpoint.segments
        return (checkpoint.position, checkpoint.chain, checkpoint.sequence)
      } catch {
        guard error.code == .checkpointCorrupt else { throw error }
        report.checkpointProblem = error.description
      }
      if let list = try SegmentList.read(superblock, io: io, paths: paths) {
        // There was no room for the checkpoint, as a full disk leaves it.
        if list.standsAlone { report.checkpointProblem = nil }
        try loadRecords(before: list)
        sealed = list.segments
        return (list.position, list.chain, list.sequence)
      }
    }
    return try startWithoutCheckpoint()
  }

  /// Reads every record before the position of a checkpoint: those of the segments that it lists, and what the
  /// hot segment holds before the position, which the segment table does not list.
  mutating func loadRecords(before checkpoint: CheckpointHeader) throws(StoreError) {
    loader.historyFloor = checkpoint.historyFloor
    for segment in checkpoint.segments { try load(segment) }
    let header = try hotHeader(checkpoint.position.segment)
    let end = Int(clamping: checkpoint.position.offset)
    let last = try walk(
      header,
      from: FormatConstants.segmentHeaderSize,
      to: end,
      chain: header.hash,
      sequence: 0
    )
    guard last.chain == checkpoint.chain else {
      throw reader.damaged(
        header.id,
        .init(offset: end, reason: "the frame before it is not the one that the checkpoint names")
      )
    }
  }

  /// Whether a segment that the checkpoint lists is there; its records are verified when they are read.
  func checkPresence(of segment: SealedSegment) throws(StoreError) {
    _ = try header(segment.id, of: segment.kind)
    let size = try reader.size(segment.id)
    guard size >= segment.size else { throw tooShort(segment, size) }
  }

  func tooShort(_ segment: SealedSegment, _ size: UInt64) -> StoreError {
    reader.damaged(
      segment.id,
      .init(offset: Int(clamping: size), reason: "the file is \(size) bytes, not \(segment.size)")
    )
  }

  /// The segments that count without a list of them: the hot ones, from the first on. If one of them is gone, the
  /// chain shows it.
  mutating func startWithoutCheckpoint() throws(StoreError) -> (
    position: Superblock.Position, chain: UInt64, sequence: UInt64
  ) {
    // Back from where the durable mark is: other segments that begin a log are of compactions before it, or of
    // one that did not end.
    var first = try hotHeader(superblock.durable.position.segment)
    while first.previousID != 0 {
      guard first.previousID < first.id else {
        throw reader.damaged(first.id, .init(offset: 0, reason: "it continues segment \(first.previousID)"))
      }
      first = try hotHeader(first.previousID)
    }
    let position = Superblock.Position(segment: first.id, offset: UInt64(FormatConstants.segmentHeaderSize))
    return (position, first.hash, first.createdSequence)
  }

  /// Loads a segment that the checkpoint lists.
  mutating func load(_ segment: SealedSegment) throws(StoreError) {
    let header = try header(segment.id, of: segment.kind)
    let size = try reader.size(segment.id)
    guard size >= segment.size else { throw tooShort(segment, size) }
    let last = try walk(
      header,
      from: FormatConstants.segmentHeaderSize,
      to: Int(clamping: segment.size),
      chain: header.hash,
      sequence: 0
    )
    guard last.chain == segment.lastHash else {
      throw reader.damaged(
        segment.id,
        .init(
          offset: Int(clamping: segment.size),
          reason: "it does not end with the frame that the checkpoint names"
        )
      )
    }
  }

  mutating func walk(
    _ header: SegmentHeader,
    from start: Int,
    to end: Int,
    chain: UInt64,
    sequence: UInt64,
    stopsAtFailure: Bool = false
  ) throws(StoreError) -> (end: Int, lastEnd: Int?, chain: UInt64, sequence: UInt64) {
    let id = header.id
    var walker = FrameWalker(
      salt: header.salt,
      hashSeed: superblock.hashSeed,
      chain: chain,
      sequence: sequence
    )
    walker.origin = start
    // Taken out while it is filled: two holders of its arrays would copy each part that is written.
    var loader = self.loader
    self.loader = IndexLoader(hashSeed: superblock.hashSeed, path: paths.root)
    defer { self.loader = loader }
    let reader = reader
    // Where nothing is to be read, nothing else would notice that the file was cut.
    if start >= end, !stopsAtFailure {
      let size = Int(clamping: try reader.size(id))
      guard size >= end else {
        throw reader.damaged(id, .init(offset: size, reason: "the file ends before byte \(end)"))
      }
    }
    let reached = try reader.withBytes(id, from: start, upTo: end) { bytes throws(StoreError) -> Int in
      guard start + bytes.count >= end else {
        let reason = "the file ends before byte \(end)"
        throw reader.damaged(id, .init(offset: start + bytes.count, reason: reason))
      }
      return try walker.walk(bytes, from: start, to: end, stopsAtFailure: stopsAtFailure) {
        frame throws(StoreError) in
        try loader.add(frame, segment: id)
      } fail: {
        reader.damaged(id, $0)
      }
    }
    return (reached, walker.lastEnd, walker.chain, walker.sequence)
  }
}
