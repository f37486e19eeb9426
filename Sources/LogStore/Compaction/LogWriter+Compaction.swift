extension LogWriter {
  /// What a compaction leaves.
  struct Compaction {
    var state: IndexState
    /// Segments that do not count any more, oldest first.
    var inputs: [UInt32]
    var bytesBefore: Int
    var bytesAfter: Int
  }

  /// Copies the live records to cold segments, begins a new hot one, and switches to them with one write of
  /// the superblock (FORMAT.md, "Compaction").
  func compact(_ compactor: inout Compactor, nextID: UInt64) throws(StoreError) -> Compaction {
    try prepareToWrite()
    try padTail()
    try syncSegments()
    let before = superblock
    let inputs =
      (sealed + [
        SealedSegment(
          id: hot.segment.id,
          kind: .hot,
          size: hot.tail,
          lastHash: hot.chain,
          createdSequence: 0
        )
      ])
    var created: [Segment] = []
    do throws(StoreError) {
      let target = segmentTarget(for: compactor)
      var outputs: [SealedSegment] = []
      var table = SegmentTable()
      var cold: ColdSegment?
      while let content = try compactor.nextFrame(sequence: lastSequence) {
        if let full = cold, full.tail + UInt64(content.size) > UInt64(1) << UInt64(target) {
          outputs.append(try full.sealed())
          cold = nil
        }
        if cold == nil {
          let opening = try createSegment(kind: .cold, room: 1 << 16, linkedToHot: false)
          superblock.highestSegment = opening.segment.id
          created.append(opening.segment)
          table.insert(opening.segment)
          cold = try ColdSegment(opening)
        }
        guard let offset = try cold?.append(content) else { break }
        compactor.moved(content, to: cold?.segment.id ?? 0, payloadOffset: offset)
      }
      if let cold { outputs.append(try cold.sealed()) }
      let opening = try createSegment(
        kind: .hot,
        room: UInt64(FormatConstants.blockSize),
        linkedToHot: false,
        cold: ColdSegments(outputs, storeID: superblock.storeID)
      )
      superblock.highestSegment = opening.segment.id
      created.append(opening.segment)
      table.insert(opening.segment)
      let mark = try beginHot(opening)
      do {
        if !Sabotage.unsyncedCompactionNames.isOn { try io.syncDirectory(paths.segments) }
        if Sabotage.unlinkBeforeRelocate.isOn {
          for input in inputs { try? io.remove(paths.segment(input.id)) }
        }
      } catch {
        throw StoreError(error, tried: "compact the store")
      }
      superblock.segmentTarget = target
      let state = compactor.finished(table)
      let pending = pendingCheckpoint(sealed: outputs, at: mark)
      try beginEmptyEpoch(
        at: mark,
        checkpoint: try CheckpointFiles.write(state, pending.header, io: io, paths: paths),
        isClean: false,
        nextID: max(nextID, idLimit)
      )
      // Twice, into two slots: the root before it refers to segments that are about to go.
      try publish(superblock)
      sealed = outputs
      hot = HotSegment(
        segment: opening.segment,
        header: opening.header,
        tail: mark.position.offset,
        chain: mark.hash,
        reserved: mark.position.offset
      )
      unsynced = []
      let after = outputs.reduce(Int(mark.position.offset)) { $0 + Int($1.size) }
      return Compaction(
        state: state,
        inputs: inputs.map(\.id).sorted(),
        bytesBefore: inputs.reduce(0) { $0 + Int($1.size) },
        bytesAfter: after
      )
    } catch {
      if poison == nil {
        let highest = superblock.highestSegment
        superblock = before
        // What stays behind is unknown to the superblock and goes at the next opening; its numbers are not used
        // again, so that no sync is needed, which might be the one that failed.
        superblock.highestSegment = highest
        for segment in created { try? io.remove(segment.file.path) }
      }
      throw error
    }
  }

  /// Segments grow with the store: an eighth of the live bytes, within the limits of the format.
  private func segmentTarget(for compactor: Compactor) -> UInt8 {
    var target = max(superblock.segmentTarget, FormatConstants.smallestSegment)
    while target < FormatConstants.largestSegment, (1 << Int(target)) * 8 < compactor.state.liveBytes {
      target += 1
    }
    return superblock.segmentTarget < FormatConstants.smallestSegment ? superblock.segmentTarget : target
  }

  /// Writes the beginning of the hot segment that commits continue in.
  private func beginHot(_ opening: Opening) throws(StoreError) -> Superblock.DurableMark {
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
    return Superblock.DurableMark(
      position: .init(segment: opening.segment.id, offset: UInt64(image.bytes.count)),
      hash: opening.header.hash,
      sequence: lastSequence
    )
  }

  /// Removes segments that do not count any more, the oldest first and each durably before the next: an object's
  /// end must not go before all that it ended. The compaction has happened; what cannot be removed now goes at the
  /// next opening.
  func removeSegments(_ ids: [UInt32]) {
    for id in ids {
      do {
        if Sabotage.unlinkBeforeRelocate.isOn, try io.metadata(paths.segment(id)) == nil { continue }
        try io.remove(paths.segment(id))
        try io.syncDirectory(paths.segments)
      } catch {
        return
      }
    }
  }
}

/// A segment that compaction fills.
private struct ColdSegment {
  let segment: Segment
  private let header: SegmentHeader
  private(set) var tail: UInt64
  private var chain: UInt64

  init(_ opening: LogWriter.Opening) throws(StoreError) {
    segment = opening.segment
    header = opening.header
    tail = UInt64(FormatConstants.segmentHeaderSize)
    chain = opening.header.hash
    try write(opening.header.encoded(), at: 0)
  }

  private func write(_ bytes: [UInt8], at offset: UInt64) throws(StoreError) {
    try bytes.withRawBytes { raw throws(StoreError) in try write(raw, at: offset) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StoreError) {
    do {
      try segment.file.write(bytes, at: offset)
    } catch {
      throw StoreError(
        error,
        tried: "compact the store",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    }
  }

  /// Adds a frame.
  ///
  /// - Returns: Where its payload begins.
  mutating func append(_ content: FrameContent) throws(StoreError) -> UInt64 {
    let header = content.header(.compaction, time: 0, previousHash: chain, salt: header.salt)
    let encoded = header.encoded(salt: self.header.salt, offset: tail)
    try write(encoded.bytes, at: tail)
    let offset = tail + UInt64(FormatConstants.frameHeaderSize)
    try write(content.payload, at: offset)
    tail = offset + UInt64(content.size)
    chain = encoded.hash
    return offset
  }

  /// Syncs it and says how it ended.
  func sealed() throws(StoreError) -> SealedSegment {
    do {
      try segment.file.truncate(to: tail)
      if !Sabotage.unsyncedCompactionOutput.isOn { try segment.file.sync() }
    } catch {
      throw StoreError(error, tried: "compact the store")
    }
    segment.seal(size: tail)
    return SealedSegment(
      id: segment.id,
      kind: .cold,
      size: tail,
      lastHash: chain,
      createdSequence: header.createdSequence
    )
  }
}
