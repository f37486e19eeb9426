/// One compaction: what it works on, and what it has written.
struct CompactionRun {
  /// The checkpoint that will know the records at their new places, and the version that is copied from.
  let checkpoint: Store.CheckpointInHand
  var base: Snapshot { checkpoint.base }
  /// Segments that go.
  let victims: [SealedSegment]
  /// Sealed segments that stay.
  let staying: [SealedSegment]
  /// Bytes of an output segment.
  let segmentTarget: Int
  /// Bytes of all segments when it began.
  let storedBytes: Int
  /// Oldest commit whose history is kept.
  let firstHistory: SequenceNumber
  /// Seals values under the newest data key; nil if they are copied as they are.
  let resealer: RecordResealer?

  private var outputs: [SealedSegment] = []
  private var segments: [Segment] = []
  private var relocation = Relocation()
  private(set) var recordsKept = 0
  private(set) var bytesWritten = 0
  /// The victim that could not be read.
  private(set) var damagedSegment: UInt32?

  init(
    checkpoint: Store.CheckpointInHand,
    victims: [SealedSegment],
    staying: [SealedSegment],
    segmentTarget: Int,
    storedBytes: Int,
    firstHistory: SequenceNumber,
    resealer: RecordResealer?
  ) {
    self.resealer = resealer
    self.checkpoint = checkpoint
    self.victims = victims
    self.staying = staying
    self.segmentTarget = segmentTarget
    self.storedBytes = storedBytes
    self.firstHistory = firstHistory
  }

  /// Bytes of all victims.
  var inputBytes: Int { victims.reduce(0) { $0 + Int($1.size) } }

  /// What is to be put into the newest version.
  var exchange: SegmentExchange {
    SegmentExchange(inputs: victims, outputs: outputs, segments: segments, relocation: relocation)
  }

  /// Copies what is live of the victims to new segments and syncs those. Holds no lock.
  ///
  /// - Parameters:
  ///   - create: Creates a segment for records of a version with that number.
  ///   - progress: Is told how far it has come; may throw to end it.
  /// - Throws: `recordCorrupt` or `segmentCorrupt` for damage in a victim, which `damagedSegment` then names;
  ///   `outOfSpace`, `inputOutput`.
  mutating func copy(
    create: (SequenceNumber) throws(StoreError) -> LogWriter.Opening,
    progress: (CompactionProgress) throws(StoreError) -> Void
  ) throws(StoreError) {
    var state = CompactionProgress(segments: victims.count, bytesInVictims: inputBytes, bytesCopied: 0)
    try progress(state)
    var compactor = Compactor(
      base: base.state,
      inputs: Set(victims.map(\.id)),
      tombstones: try tombstones(),
      firstHistory: firstHistory,
      resealer: resealer
    )
    var cold: ColdSegment?
    while let content = try next(&compactor) {
      if let full = cold, full.tail + UInt64(content.size) > UInt64(segmentTarget) {
        outputs.append(try full.sealed())
        cold = nil
      }
      if cold == nil {
        let opening = try create(base.sequence)
        segments.append(opening.segment)
        cold = try ColdSegment(opening)
      }
      guard let offset = try cold?.append(content), let segment = cold?.segment else { break }
      compactor.moved(to: segment.id, payloadOffset: offset)
      bytesWritten += FormatConstants.frameHeaderSize + content.size
      state.bytesCopied = bytesWritten
      try progress(state)
    }
    if let cold { outputs.append(try cold.sealed()) }
    // What the indexes answered may be wrong.
    try base.state.refuseIfDamaged()
    recordsKept = compactor.recordsKept
    relocation = compactor.relocation
  }

  private mutating func tombstones() throws(StoreError) -> [(id: UInt64, location: Location)] {
    var search = TombstoneSearch(base.state, of: checkpoint.storeID, staying: staying)
    for victim in victims {
      do throws(StoreError) {
        try search.search(victim)
      } catch {
        if error.isDamage { damagedSegment = victim.id }
        throw error
      }
    }
    return search.tombstones
  }

  private mutating func next(_ compactor: inout Compactor) throws(StoreError) -> FrameContent? {
    do throws(StoreError) {
      return try compactor.nextFrame()
    } catch {
      if error.isDamage { damagedSegment = compactor.damagedSegment }
      throw error
    }
  }

  /// Removes what was written, to which nothing refers.
  func removeOutput(_ io: any StorageIO) {
    for segment in segments { try? io.remove(segment.file.path) }  // what stays goes at the next opening
  }
}
