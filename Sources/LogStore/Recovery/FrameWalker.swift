/// Walks the frames of a segment, verifying each byte before anything is made of it.
package struct FrameWalker {
  /// A frame that counts.
  package struct Frame {
    package var header: FrameHeader
    /// Where its payload begins in the segment.
    package var payloadOffset: Int
    package var payload: UnsafeRawBufferPointer

    package init(header: FrameHeader, payloadOffset: Int, payload: UnsafeRawBufferPointer) {
      self.header = header
      self.payloadOffset = payloadOffset
      self.payload = payload
    }
  }

  /// What kept the walk from going on.
  package struct Failure: Error {
    package var offset: Int
    package var reason: String
  }

  let salt: UInt64
  let hashSeed: UInt64
  /// Header hash of the last frame that is no padding.
  package var chain: UInt64
  /// Number of the last commit.
  package var sequence: SequenceNumber
  /// Offset in the segment of the first byte that the walk is given.
  var origin = 0
  /// Behind the last frame that counts and is no padding, if the walk came to one.
  package private(set) var lastEnd: Int?
  /// A bulk frame whose reference has not come yet.
  private var pendingBulk: (header: FrameHeader, hash: UInt64, offset: Int)?

  package init(salt: UInt64, hashSeed: UInt64, chain: UInt64, sequence: SequenceNumber) {
    self.salt = salt
    self.hashSeed = hashSeed
    self.chain = chain
    self.sequence = sequence
  }

  /// Visits the frames between two offsets.
  ///
  /// - Parameter stopsAtFailure: Whether the first frame that does not verify ends the walk quietly, as for a
  ///   follower of a running writer; otherwise it is an error.
  /// - Returns: Where the last frame that counts ends.
  package mutating func walk(
    _ bytes: UnsafeRawBufferPointer,
    from start: Int,
    to end: Int,
    stopsAtFailure: Bool = false,
    _ visit: (Frame) throws(StoreError) -> Void,
    fail: (Failure) -> StoreError
  ) throws(StoreError) -> Int {
    var offset = start
    var counted = (offset: start, chain: chain, sequence: sequence)
    while offset < end {
      let step: (header: FrameHeader, hash: UInt64)
      do throws(Failure) {
        step = try verified(bytes, at: offset, end: end)
      } catch {
        guard stopsAtFailure else { throw fail(error) }
        break
      }
      let header = step.header
      if pendingBulk != nil, header.kind != .padding, header.kind != .bulkReference {
        guard stopsAtFailure else {
          throw fail(Failure(offset: offset, reason: "a bulk frame without its reference"))
        }
        break
      }
      let payloadOffset = offset + FormatConstants.frameHeaderSize
      let payload = slice(bytes, payloadOffset..<offset + header.size)
      switch header.kind {
      case .padding: if Sabotage.paddingInChain.isOn { chain = step.hash }
      case .bulk where Sabotage.bulkWithoutReference.isOn:
        chain = step.hash
        sequence = header.sequence
        try visit(Frame(header: header, payloadOffset: payloadOffset, payload: payload))
      case .bulkReference where Sabotage.bulkWithoutReference.isOn: chain = step.hash
      case .bulk:
        pendingBulk = (header, step.hash, offset)
        chain = step.hash
      case .bulkReference:
        guard let bulk = pendingBulk, let reference = BulkReference(decoding: payload),
          reference.firstOffset == UInt64(bulk.offset), reference.lastHash == bulk.hash,
          reference.frameCount == 1, bulk.header.sequence == header.sequence
        else {
          guard stopsAtFailure else {
            throw fail(Failure(offset: offset, reason: "a bulk reference without its bulk frame"))
          }
          offset = end
          continue
        }
        pendingBulk = nil
        chain = step.hash
        sequence = header.sequence
        let start = bulk.offset + FormatConstants.frameHeaderSize
        try visit(
          Frame(
            header: bulk.header,
            payloadOffset: start,
            payload: slice(bytes, start..<bulk.offset + bulk.header.size)
          )
        )
      case .commit, .compaction, .relocate:
        chain = step.hash
        if header.kind == .commit { sequence = header.sequence }
        try visit(Frame(header: header, payloadOffset: payloadOffset, payload: payload))
      }
      offset += header.size
      if pendingBulk == nil {
        counted = (offset, chain, sequence)
        if header.kind != .padding { lastEnd = offset }
      }
    }
    if pendingBulk != nil {
      guard stopsAtFailure else {
        throw fail(Failure(offset: offset, reason: "a bulk frame without its reference"))
      }
      pendingBulk = nil
    }
    chain = counted.chain
    sequence = counted.sequence
    return counted.offset
  }

  /// The bytes between two offsets of the segment.
  private func slice(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range.lowerBound - origin..<range.upperBound - origin])
  }

  /// Verifies the frame at an offset: header, place, chain, and every record in it.
  private func verified(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    end: Int
  ) throws(Failure) -> (header: FrameHeader, hash: UInt64) {
    let rest = slice(bytes, offset..<end)
    guard let (header, hash) = FrameHeader.decode(rest, salt: salt, offset: UInt64(offset)) else {
      throw Failure(offset: offset, reason: "no frame header that was written for this place")
    }
    guard header.size <= rest.count else {
      throw Failure(offset: offset, reason: "the frame reaches beyond the end")
    }
    let payload = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.frameHeaderSize..<header.size])
    switch header.kind {
    case .padding:
      guard payload.allSatisfy({ $0 == 0 }) else {
        throw Failure(offset: offset, reason: "padding that is not zero")
      }
      return (header, hash)
    case .bulkReference, .relocate:
      guard header.contentHash == XXH64.hash(payload, seed: salt) else {
        throw Failure(offset: offset, reason: "the checksum of the frame does not fit its bytes")
      }
    case .commit, .bulk, .compaction:
      try verifyRecords(payload, header, at: offset)
    }
    guard header.previousHash == chain else {
      throw Failure(offset: offset, reason: "the frame does not follow the one before it")
    }
    if header.kind == .commit || (header.kind == .bulkReference && !Sabotage.bulkWithoutReference.isOn) {
      guard header.sequence < FormatConstants.sequenceBound else {
        throw Failure(offset: offset, reason: "commit \(header.sequence), which is out of range")
      }
      guard header.sequence > sequence else {
        throw Failure(offset: offset, reason: "commit \(header.sequence) behind commit \(sequence)")
      }
    }
    return (header, hash)
  }

  private func verifyRecords(
    _ payload: UnsafeRawBufferPointer,
    _ header: FrameHeader,
    at offset: Int
  ) throws(Failure) {
    var content = XXH64.Stream(seed: salt)
    var cursor = 0
    var count = 0
    while cursor < payload.count {
      let place = offset + FormatConstants.frameHeaderSize + cursor
      let rest = UnsafeRawBufferPointer(rebasing: payload[cursor...])
      guard let record = RecordHeader(decoding: rest), aligned8(record.size) <= rest.count else {
        throw Failure(offset: place, reason: "no record header")
      }
      let bytes = UnsafeRawBufferPointer(rebasing: rest[FormatConstants.recordHeaderSize..<record.size])
      guard record.isIntact(bytes, hashSeed: hashSeed) || Sabotage.recordHashIgnored.isOn else {
        throw Failure(offset: place, reason: "the record's checksum does not fit its bytes")
      }
      guard rest[record.size..<aligned8(record.size)].allSatisfy({ $0 == 0 }) else {
        throw Failure(offset: place, reason: "padding behind a record that is not zero")
      }
      content.update(UnsafeRawBufferPointer(rebasing: rest[16..<32]))
      cursor += aligned8(record.size)
      count += 1
    }
    guard count == header.recordCount, content.finish() == header.contentHash else {
      throw Failure(offset: offset, reason: "the checksum of the frame does not fit its records")
    }
  }

  /// Visits the records of a verified payload.
  package static func forEachRecord(
    _ frame: Frame,
    _ body: (RecordHeader, _ offset: Int, _ payload: UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    var cursor = 0
    while cursor < frame.payload.count {
      let rest = UnsafeRawBufferPointer(rebasing: frame.payload[cursor...])
      guard let record = RecordHeader(decoding: rest) else { return }
      try body(
        record,
        frame.payloadOffset + cursor,
        UnsafeRawBufferPointer(rebasing: rest[FormatConstants.recordHeaderSize..<record.size])
      )
      cursor += aligned8(record.size)
    }
  }
}
