/// A segment that a compaction fills. Nothing refers to it before the superblock does.
struct ColdSegment {
  let segment: Segment
  private let header: SegmentHeader
  private(set) var tail: UInt64
  private var chain: UInt64

  init(_ opening: LogWriter.Opening) throws(StoreError) {
    segment = opening.segment
    header = opening.header
    tail = UInt64(FormatConstants.segmentHeaderSize)
    chain = opening.header.hash
    try opening.header.encoded().withRawBytes { raw throws(StoreError) in try write(raw, at: 0) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StoreError) {
    do {
      try segment.file.write(bytes, at: offset)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: StorageIOError) -> StoreError {
    StoreError(error, tried: "compact the store", code: error.isOutOfSpace ? .outOfSpace : .inputOutput)
  }

  /// Adds a frame.
  ///
  /// - Returns: Where its payload begins.
  mutating func append(_ content: FrameContent) throws(StoreError) -> UInt64 {
    let header = content.header(.compaction, time: 0, previousHash: chain, salt: header.salt)
    let encoded = header.encoded(salt: self.header.salt, offset: tail)
    try encoded.bytes.withRawBytes { raw throws(StoreError) in try write(raw, at: tail) }
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
      throw failure(error)
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
