import Testing

@testable import LogStore

/// Numbers in a checkpoint with checksums that fit, but that no store can have.
@Suite struct ForgedStateTests {
  @Test func `counts that are too large to be reckoned with are cut to what there can be`() throws {
    var state = CheckpointBytes.emptyState
    state.edgeCount = .max
    state.blobBytes = .max
    state.liveBytes = .max
    let image = try CheckpointBytes.image(of: state)
    var read = try IndexState(image, segments: SegmentTable(), hashSeed: 0, path: "/none")
    // Each of these would overflow.
    read.placeEdge(ObjectID(rawValue: 1), at: Location(word: 8))
    read.blobBytes += 1 << 50
    read.liveBytes += 1 << 50
    #expect(read.edgeCount == (1 << 40) + 1)
  }

  @Test func `indexes by id that go on beyond all ids are refused`() throws {
    var state = CheckpointBytes.emptyState
    state.locations[5] = 8
    #expect(throws: ByteReader.Failure.self) {
      // The third section: segment table, state, locations.
      let count = CheckpointHeader.fixedSize + 2 * 48 + 32
      _ = try CheckpointBytes.image(
        of: state,
        damaging: { bytes in for place in 0..<8 { bytes[count + place] = 0x7F } }
      )
    }
  }
}
