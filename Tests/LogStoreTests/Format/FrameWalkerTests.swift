import LogStore
import Testing

/// Which rows of frames count.
struct FrameWalkerTests {
  private static let salt: UInt64 = 11
  private static let seed: UInt64 = 12

  /// Frames one behind the other, chained as a writer chains them.
  private struct Row {
    var bytes: [UInt8] = []
    var chain: UInt64 = 1
    private var bulk: (offset: Int, hash: UInt64) = (0, 0)

    /// The reference names the first bulk frame.
    mutating func addRecords(_ kind: FrameHeader.Kind, sequence: UInt64) throws {
      let content = FrameContent(sequence: sequence, hashSeed: seed)
      try content.append(.put, object: 5, payload: [1, 2, 3])
      let header = content.header(kind, time: 0, previousHash: chain, salt: salt)
      let hash = add(header, Array(content.payload))
      if kind == .bulk, bulk.hash == 0 { bulk = (bytes.count - header.size, hash) }
    }

    mutating func addReference(sequence: UInt64) {
      let reference = BulkReference(
        firstOffset: UInt64(bulk.offset),
        lastOffset: UInt64(bulk.offset),
        firstHash: bulk.hash,
        lastHash: bulk.hash,
        frameCount: 1
      )
      let payload = reference.encoded()
      let content = payload.withUnsafeBytes { XXH64.hash($0, seed: salt) }
      _ = add(
        FrameHeader(
          kind: .bulkReference,
          sequence: sequence,
          payloadSize: payload.count,
          recordCount: 0,
          time: 0,
          previousHash: chain,
          contentHash: content
        ),
        payload
      )
    }

    private mutating func add(_ header: FrameHeader, _ payload: [UInt8]) -> UInt64 {
      let encoded = header.encoded(salt: salt, offset: UInt64(bytes.count))
      bytes += encoded.bytes + payload
      chain = encoded.hash
      return encoded.hash
    }

    /// Sequence numbers of the frames that count; nil if the walk is refused.
    func counted(stopsAtFailure: Bool) -> [UInt64]? {
      var walker = FrameWalker(salt: salt, hashSeed: seed, chain: 1, sequence: 0)
      var found: [UInt64] = []
      let refusal = StoreError(.segmentCorrupt, tried: "", found: "", remedy: "")
      let end = bytes.withUnsafeBytes { raw in
        try? walker.walk(raw, from: 0, to: raw.count, stopsAtFailure: stopsAtFailure) {
          found.append($0.header.sequence)
        } fail: {
          _ in
          refusal
        }
      }
      return end == nil ? nil : found
    }
  }

  @Test func `a bulk frame counts with the reference right behind it`() throws {
    var row = Row()
    try row.addRecords(.commit, sequence: 1)
    try row.addRecords(.bulk, sequence: 2)
    row.addReference(sequence: 2)
    try row.addRecords(.commit, sequence: 3)
    #expect(row.counted(stopsAtFailure: false) == [1, 2, 3])
  }

  @Test(arguments: [FrameHeader.Kind.commit, .bulk, .compaction])
  func `a bulk frame with another frame before its reference does not count`(_ kind: FrameHeader.Kind) throws
  {
    var row = Row()
    try row.addRecords(.commit, sequence: 1)
    try row.addRecords(.bulk, sequence: 3)
    try row.addRecords(kind, sequence: 2)
    row.addReference(sequence: 3)
    #expect(row.counted(stopsAtFailure: false) == nil)
    #expect(row.counted(stopsAtFailure: true) == [1])
  }

  @Test func `a commit whose number leaves no room for others does not count`() throws {
    var row = Row()
    try row.addRecords(.commit, sequence: 1)
    try row.addRecords(.commit, sequence: .max)
    #expect(row.counted(stopsAtFailure: false) == nil)
    #expect(row.counted(stopsAtFailure: true) == [1])
  }
}
