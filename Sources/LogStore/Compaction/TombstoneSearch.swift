/// Finds the tombstones of segments that are compacted which have to be kept: those of objects of which an older record
/// may lie in a segment that stays.
struct TombstoneSearch {
  /// A segment that stays and was begun before a tombstone may hold such a record; none begun later does.
  private let oldestStaying: SequenceNumber
  private let state: IndexState
  private let storeID: StoreID
  /// Found so far.
  private(set) var tombstones: [(id: UInt64, location: Location)] = []

  init(_ state: IndexState, of storeID: StoreID, staying: [SealedSegment]) {
    self.state = state
    self.storeID = storeID
    oldestStaying = staying.map(\.createdSequence).min() ?? .max
  }

  /// Goes through a segment. Nothing is read if none of its tombstones can be needed.
  ///
  /// - Throws: `segmentCorrupt` if it is damaged, `inputOutput`.
  mutating func search(_ sealed: SealedSegment) throws(StoreError) {
    guard oldestStaying < state.sequence, let segment = state.segments[sealed.id] else { return }
    if Sabotage.tombstonesDropped.isOn { return }
    let start = FormatConstants.segmentHeaderSize
    let fail = { (failure: FrameWalker.Failure) in
      StoreError(
        .segmentCorrupt,
        tried: "compact segment \(sealed.id)",
        path: segment.file.path,
        offset: UInt64(failure.offset),
        found: failure.reason,
        remedy: "Run 'storectl check' on the store; restore the objects that it names from a backup."
      )
    }
    let needed = try segment.withBytes(at: 0, count: Int(sealed.size)) { bytes throws(StoreError) in
      var found: [(id: UInt64, location: Location)] = []
      guard bytes.count == Int(sealed.size) else {
        throw fail(.init(offset: bytes.count, reason: "the file ends before byte \(sealed.size)"))
      }
      guard let header = SegmentHeader(decoding: bytes, storeID: storeID) else {
        throw fail(.init(offset: 0, reason: "the segment header is damaged"))
      }
      var walker = FrameWalker(salt: header.salt, hashSeed: state.hashSeed, chain: header.hash, sequence: 0)
      _ = try walker.walk(bytes, from: start, to: bytes.count) { frame throws(StoreError) in
        try FrameWalker.forEachRecord(frame) { record, offset, _ throws(StoreError) in
          guard record.kind == .tombstone, record.version > oldestStaying else { return }
          let place = Location(segment: sealed.id, offset: UInt64(offset), size: record.size)
          found.append((record.object, place))
        }
      } fail: {
        fail($0)
      }
      return found
    }
    tombstones += needed
  }
}
