/// The records of one frame, built one behind the other, and the hash that covers them.
package struct FrameContent {
  /// What a record of the frame is, and where it stands in the payload.
  package struct Entry {
    package var header: RecordHeader
    package var offset: Int
  }

  package let sequence: SequenceNumber
  package private(set) var entries: [Entry] = []
  package private(set) var payload: [UInt8] = []
  private var hashes: [UInt64] = []
  private let hashSeed: UInt64

  package init(sequence: SequenceNumber, hashSeed: UInt64) {
    self.sequence = sequence
    self.hashSeed = hashSeed
  }

  /// Adds a record that this commit writes.
  ///
  /// - Throws: `limitExceeded` for a record that no reader would accept.
  package mutating func append(
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
  package mutating func append(
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
  package mutating func append(_ header: RecordHeader, _ bytes: UnsafeRawBufferPointer) {
    entries.append(Entry(header: header, offset: payload.count))
    hashes.append(header.version.littleEndian)
    hashes.append(header.hash.littleEndian)
    let start = payload.count
    let size = aligned8(header.size)
    payload.append(contentsOf: repeatElement(0, count: FormatConstants.recordHeaderSize))
    payload.append(contentsOf: bytes)
    payload.append(contentsOf: repeatElement(0, count: size - header.size))
    payload.withUnsafeMutableBytes { buffer in
      if let base = buffer.baseAddress { header.store(to: base + start) }
    }
  }

  /// Number of records.
  package var count: Int { entries.count }

  /// The hash over version and hash of each record, seeded by the segment.
  package func contentHash(salt: UInt64) -> UInt64 {
    hashes.withUnsafeBytes { XXH64.hash($0, seed: salt) }
  }
}
