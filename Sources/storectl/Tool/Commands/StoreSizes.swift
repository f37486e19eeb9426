import LogStore

/// How large the parts of a store are.
struct StoreSizes {
  var objects = 0
  var edges = 0
  var segments = 0
  /// Bytes up to the ends of the segments.
  var segmentBytes = 0
  /// Records that compaction keeps, apart from history.
  var liveBytes: Int
  /// What compaction would give back, if it kept all history.
  var deadBytes: Int
  /// Bytes of each half of the write-ahead log that is there.
  var halves: [UInt64]
  /// Bytes of the checkpoint; nil without one.
  var checkpoint: UInt64?

  /// Measures a store.
  init(_ inspection: StoreInspection) {
    let state = inspection.state
    let recovered = inspection.recovered
    objects = state.extents.reduce(0) { $0 + $1.count }
    edges = state.edgeCount
    var ends = [recovered.end.segment: recovered.end.offset]
    for segment in recovered.sealed { ends[segment.id] = segment.size }
    segments = ends.count
    segmentBytes = ends.values.reduce(0) { $0 + Int(clamping: $1) }
    liveBytes = state.liveBytes
    var kept = state.liveBytes + segments * FormatConstants.segmentHeaderSize
    for (_, word) in state.history.entries() {
      kept += Self.size(of: Location(word: word), state)
    }
    for word in state.catalogLocations { kept += Self.size(of: Location(word: word), state) }
    deadBytes = max(0, segmentBytes - kept)
    // A size that cannot be asked is not shown; reading the store has succeeded without it.
    halves = [0, 1].compactMap { try? inspection.io.metadata(inspection.paths.half($0))?.size }
    let id = inspection.superblock.checkpoint.id
    checkpoint = id == 0 ? nil : try? inspection.io.metadata(inspection.paths.checkpoint(id))?.size
  }

  /// Bytes of a record with its padding; 0 if it cannot be read, which `check` reports.
  private static func size(of location: Location, _ state: IndexState) -> Int {
    let header = try? state.segments[location.segment]?.withBytes(
      at: location.offset,
      count: FormatConstants.recordHeaderSize
    ) { RecordHeader(decoding: $0) }
    return header.map { aligned8($0.size) } ?? 0
  }
}
