/// Hands out the live records of a version, in the order in which compaction writes them: the catalog, the
/// objects and edges by rising id, the history that is kept.
struct Compactor {
  private let base: IndexState
  private let hashSeed: UInt64
  /// The state with the new locations, so far.
  private(set) var state: IndexState
  private(set) var recordsKept = 0
  private var pending: [Item]
  private var nextItem = 0
  private var nextID: UInt64 = 1
  private var history: [Item]
  private var nextHistory = 0

  private enum Address {
    case catalog(Int)
    case object(UInt64)
    case history(UInt64)
  }

  private struct Item {
    var address: Address
    var id: UInt64
    var location: Location
  }

  /// Records of the frame being filled and where they come from.
  private var addresses: [Address] = []

  init(base: IndexState, hashSeed: UInt64, oldestHistory: Int64, historyBytes: Int) {
    self.base = base
    self.hashSeed = hashSeed
    state = base
    pending = base.catalogLocations.enumerated().map {
      Item(address: .catalog($0.offset), id: 0, location: Location(word: $0.element))
    }
    history = []
    var bytes = 0
    var cursor = base.history.cursorAtEnd()
    while let (number, word) = cursor.previous() {
      let location = Location(word: word)
      // History that is damaged is not worth a refusal.
      let commit = try? base.changes(of: number, at: location)
      guard let commit, commit.time >= oldestHistory else { break }
      bytes += max(location.sizeBound, 64)
      guard bytes <= historyBytes else { break }
      history.append(Item(address: .history(number), id: number, location: location))
    }
    history.reverse()
    state.history = LayeredMap()
  }

  /// The next frame of live records; nil at the end.
  mutating func nextFrame(sequence: SequenceNumber) throws(StoreError) -> FrameContent? {
    let content = FrameContent(sequence: sequence, hashSeed: hashSeed)
    addresses = []
    while content.size < FormatConstants.compactionFrame, let item = next() {
      let id: UInt64?
      if case .catalog = item.address { id = nil } else { id = item.id }
      if Sabotage.hashSkippedOnCopy.isOn {
        try copyUnverified(item.location, to: content)
      } else {
        try base.withRecord(at: item.location, of: id) { header, payload throws(StoreError) in
          content.append(header, payload)
        }
      }
      addresses.append(item.address)
    }
    recordsKept += content.count
    return content.count == 0 ? nil : content
  }

  /// What `Sabotage.hashSkippedOnCopy` does: damaged bytes get a checksum that fits them.
  private func copyUnverified(_ location: Location, to content: FrameContent) throws(StoreError) {
    try base.segments[location.segment]?.withBytes(at: location.offset, count: location.sizeBound) {
      guard let old = RecordHeader(decoding: $0) else { return }
      let payload = UnsafeRawBufferPointer(rebasing: $0[FormatConstants.recordHeaderSize..<old.size])
      let header = RecordHeader(
        kind: old.kind,
        layout: old.layout,
        object: old.object,
        version: old.version,
        payload: payload,
        hashSeed: hashSeed
      )
      content.append(header, payload)
    }
  }

  private mutating func next() -> Item? {
    if nextItem < pending.count {
      nextItem += 1
      return pending[nextItem - 1]
    }
    while nextID < base.locations.count {
      let id = nextID
      nextID += 1
      let word = base.locations[id]
      if word != 0 { return Item(address: .object(id), id: id, location: Location(word: word)) }
    }
    if nextHistory < history.count {
      nextHistory += 1
      return history[nextHistory - 1]
    }
    return nil
  }

  /// Notes where the frame that was handed out last has been written.
  mutating func moved(_ content: FrameContent, to segment: UInt32, payloadOffset: UInt64) {
    for (entry, address) in zip(content.entries, addresses) {
      let location = Location(
        segment: segment,
        offset: payloadOffset + UInt64(entry.offset),
        size: entry.size
      )
      switch address {
      case .catalog(let index): state.catalogLocations[index] = location.word
      case .object(let id): state.locations[id] = location.word
      case .history(let number): state.history.updateValue(location.word, forKey: number)
      }
    }
  }

  /// The state over the new segments.
  func finished(_ segments: SegmentTable) -> IndexState {
    var state = state
    state.segments = segments
    return state
  }
}
