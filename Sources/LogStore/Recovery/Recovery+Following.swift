extension Recovery {
  /// Where a reader beside a running writer stands: behind the last commit that it has seen, never behind padding or
  /// in a segment without a commit. A bulk commit that is taken back lets the next one begin before those.
  struct Reached: Sendable {
    var header: SegmentHeader
    var offset: UInt64
    var chain: UInt64
    var sequence: SequenceNumber
  }

  /// Reads the segments of a running writer up to the first frame that is not whole.
  mutating func readVisible() throws(StoreError) -> RecoveredLog {
    let (position, chain, sequence) = try start()
    let header = try hotHeader(position.segment)
    return try readVisible(
      from: Reached(header: header, offset: position.offset, chain: chain, sequence: sequence)
    )
  }

  /// Reads what a running writer has added behind a place.
  mutating func readVisible(from place: Reached) throws(StoreError) -> RecoveredLog {
    var reached = place
    var end = try advance(&reached)
    while let next = try reader.successor(of: reached.header.id), next.previousHash == reached.chain {
      let start = UInt64(FormatConstants.segmentHeaderSize)
      var beyond = Reached(header: next, offset: start, chain: next.hash, sequence: reached.sequence)
      let endBeyond = try advance(&beyond)
      guard beyond.offset > start else { break }
      sealed.append(
        SealedSegment(
          id: reached.header.id,
          kind: .hot,
          size: next.previousEnd,
          lastHash: reached.chain,
          createdSequence: reached.header.createdSequence
        )
      )
      (reached, end) = (beyond, endBeyond)
    }
    let position = Superblock.Position(segment: reached.header.id, offset: UInt64(end))
    var log = try finish(
      reached.header,
      end: position,
      chain: reached.chain,
      sequence: reached.sequence,
      idLimit: superblock.idLimit
    )
    log.reached = reached
    return log
  }

  /// Goes on in the same segment.
  ///
  /// - Returns: Where the padding behind the last commit ends.
  private mutating func advance(_ reached: inout Reached) throws(StoreError) -> Int {
    let size = try reader.checkedSize(reached.header.id)
    let start = Int(clamping: reached.offset)
    let last = try walk(
      reached.header,
      from: start,
      to: max(start, size),
      chain: reached.chain,
      sequence: reached.sequence,
      stopsAtFailure: true
    )
    (reached.chain, reached.sequence) = (last.chain, last.sequence)
    if let end = last.lastEnd { reached.offset = UInt64(end) }
    return last.end
  }
}
