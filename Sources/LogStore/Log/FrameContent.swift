/// The records of one frame, built one behind the other, and the hash that covers them. Reused from commit to
/// commit, so that a commit allocates nothing here.
package final class FrameContent {
  /// What a record of the frame is, and where it stands in the payload.
  package struct Entry {
    package var kind: RecordHeader.Kind
    /// Bytes of header and payload, without the padding to eight.
    package var size: Int
    package var object: UInt64
    package var offset: Int
  }

  // Checking each access at run time would cost more than adding a record does.
  @exclusivity(unchecked) package private(set) var sequence: SequenceNumber
  @exclusivity(unchecked) package private(set) var entries: [Entry] = []
  private let records = ByteBuffer()
  /// Version and hash of each record.
  private let hashes = ByteBuffer(capacity: 1 << 10)
  private let hashSeed: UInt64

  package init(sequence: SequenceNumber = 0, hashSeed: UInt64) {
    self.sequence = sequence
    self.hashSeed = hashSeed
  }

  /// Begins the records of another commit.
  package func reset(sequence: SequenceNumber) {
    self.sequence = sequence
    entries.removeAll(keepingCapacity: true)
    records.cut(to: 0)
    hashes.cut(to: 0)
  }

  /// One without records, and without the memory of the present ones.
  package func emptied() -> FrameContent { FrameContent(hashSeed: hashSeed) }

  /// Adds a record that this commit writes.
  ///
  /// - Throws: `limitExceeded` for a record that no reader would accept.
  package func append(
    _ kind: RecordHeader.Kind,
    layout: LayoutID = LayoutID(rawValue: 0),
    object: UInt64,
    payload bytes: UnsafeRawBufferPointer
  ) throws(StoreError) {
    let size = FormatConstants.recordHeaderSize + bytes.count
    guard size <= FormatConstants.largestRecord else {
      throw RecordHeader.tooLarge(kind, object: object, size: size)
    }
    append(
      RecordHeader(
        kind: kind,
        layout: layout,
        object: object,
        version: sequence,
        payload: bytes,
        hashSeed: hashSeed
      ),
      bytes
    )
  }

  /// Adds a record that this commit writes.
  ///
  /// - Throws: `limitExceeded` for a record that no reader would accept.
  package func append(
    _ kind: RecordHeader.Kind,
    layout: LayoutID = LayoutID(rawValue: 0),
    object: UInt64,
    payload bytes: [UInt8]
  ) throws(StoreError) {
    try bytes.withRawBytes { raw throws(StoreError) in
      try append(kind, layout: layout, object: object, payload: raw)
    }
  }

  /// Adds a record verbatim, its version and hash included.
  package func append(_ header: RecordHeader, _ bytes: UnsafeRawBufferPointer) {
    entries.append(
      Entry(kind: header.kind, size: header.size, object: header.object, offset: records.count)
    )
    let size = aligned8(header.size)
    let start = records.extend(by: size)
    // The padding is in the last eight bytes; what the record needs of them is written over it.
    (start + (size - 8)).storeBytes(of: 0, as: UInt64.self)
    header.store(to: start)
    if let source = bytes.baseAddress {
      (start + FormatConstants.recordHeaderSize).copyMemory(from: source, byteCount: bytes.count)
    }
    let words = hashes.extend(by: 16)
    words.store(header.version, 0)
    words.store(header.hash, 8)
  }

  /// Number of records.
  package var count: Int { entries.count }

  /// Bytes of all records.
  package var size: Int { records.count }

  /// The records, each padded to eight bytes. Valid until another one is added.
  package var payload: UnsafeRawBufferPointer { records.bytes }

  /// Bytes of memory held.
  package var footprint: Int { records.footprint }

  /// The header of the frame of these records.
  ///
  /// - Parameter salt: Of the segment that it goes to.
  package func header(
    _ kind: FrameHeader.Kind,
    time: Int64,
    previousHash: UInt64,
    salt: UInt64
  ) -> FrameHeader {
    FrameHeader(
      kind: kind,
      sequence: sequence,
      payloadSize: size,
      recordCount: count,
      time: time,
      previousHash: previousHash,
      contentHash: XXH64.hash(hashes.bytes, seed: salt)
    )
  }
}
