import LogStore
import Testing

/// Numbers beyond the limits of the format are refused, whatever their checksum says.
struct BoundsTests {
  /// A superblock that remembers an epoch before its own.
  private func superblock() throws -> Superblock {
    let fixture = try GraphFixture()
    for round in 0..<8 {
      var batch = WriteBatch()
      let label = String(repeating: "\(round)", count: 9_000)
      try fixture.insert("Tag", ["label": .string(label)], into: &batch)
      try fixture.store.commit(batch)
    }
    return try SuperblockSlots(io: fixture.io, paths: StorePaths(root: GraphFixture.path)).chosen
  }

  private func isAccepted(_ superblock: Superblock) -> Bool {
    superblock.encoded().withUnsafeBytes { (try? Superblock(decoding: $0)) != nil }
  }

  @Test func `a superblock with numbers out of range counts as damaged`() throws {
    let superblock = try superblock()
    try #require(superblock.previous != nil)
    #expect(isAccepted(superblock))
    let changes: [(inout Superblock) -> Void] = [
      { $0.durable.position.offset = 1 << 33 }, { $0.durable.position.segment = 1 << 24 },
      { $0.durable.position.segment = 0 },
      { $0.durable.sequence = .max }, { $0.checkpoint.position.offset = .max },
      { $0.checkpoint.position.segment = .max }, { $0.checkpoint.sequence = .max },
      { $0.checkpoint.id = .max },
      { $0.epoch.firstSequence = .max }, { $0.epoch.number = .max }, { $0.previous?.lastSequence = .max },
      { $0.previous?.firstSequence = .max }, { $0.highestSegment = 1 << 24 }, { $0.idLimit = (1 << 40) + 1 },
      { $0.generation = .max },
    ]
    for (index, change) in changes.enumerated() {
      var forged = superblock
      change(&forged)
      #expect(!isAccepted(forged), "change \(index)")
    }
  }

  @Test func `values without a layout count as damaged`() throws {
    for (layout, isRefused) in [(1, false), (0, true)] {
      let content = FrameContent(sequence: 1, hashSeed: 0)
      try content.append(.put, layout: LayoutID(rawValue: UInt16(layout)), object: 5, payload: [1, 2, 3])
      var loader = IndexLoader(hashSeed: 0, path: "/bounds.store")
      let frame = FrameWalker.Frame(
        header: content.header(.commit, time: 0, previousHash: 0, salt: 0),
        payloadOffset: 4096,
        payload: content.payload
      )
      let error = isRefused ? #expect(throws: StoreError.self) { try loader.add(frame, segment: 1) } : nil
      if !isRefused { try loader.add(frame, segment: 1) }
      #expect(error?.code == (isRefused ? .recordCorrupt : nil) && error?.offset == (isRefused ? 4096 : nil))
    }
  }

  @Test func `files whose numbers no record could name are no segments`() {
    #expect(StorePaths.segmentNumber(in: "0000000001.seg") == 1)
    #expect(StorePaths.segmentNumber(in: "0016777215.seg") == 16_777_215)
    for name in [
      "0016777216.seg", "4294967295.seg", "9999999999.seg", "0000000000.seg", "1.seg", "0000000001.ckpt",
    ] {
      #expect(StorePaths.segmentNumber(in: name) == nil, "\(name)")
    }
  }
}
