/// Copies what is live of some segments of one version, in the order in which a compaction writes it: the catalog, the
/// objects and edges by rising id, the ends of objects that are still needed, the history that is kept. Reads that
/// version only, so that commits may go on.
struct Compactor {
  private let base: IndexState
  private let hashSeed: UInt64
  private let resealer: RecordResealer?
  private let inputs: Set<UInt32>
  private var catalog: [Location]
  private var nextID: UInt64 = 1
  /// The locations of up to 256 ids from a multiple of that on.
  private var chunk = [UInt64](repeating: 0, count: RunPage.chunkSize)
  private var tombstones: [(id: UInt64, location: Location)]
  private var history: LayeredMapCursor<SequenceNumber, UInt64>
  private let content: FrameContent
  /// Records of the frame in hand.
  private var items: [Item] = []
  /// What has been copied so far.
  private(set) var relocation = Relocation()
  private(set) var recordsKept = 0
  /// The segment whose record could not be read.
  private(set) var damagedSegment: UInt32?

  private enum Kind {
    case catalog, object, tombstone, history
  }

  private struct Item {
    var kind: Kind
    var address: UInt64
    var location: Location
  }

  /// - Parameters:
  ///   - inputs: Segments whose records are copied.
  ///   - tombstones: Those of them that have to be kept.
  ///   - firstHistory: Oldest commit whose history is kept.
  init(
    base: IndexState,
    inputs: Set<UInt32>,
    tombstones: [(id: UInt64, location: Location)],
    firstHistory: SequenceNumber,
    resealer: RecordResealer?
  ) {
    self.base = base
    self.resealer = resealer
    hashSeed = base.hashSeed
    self.inputs = inputs
    catalog = base.catalogLocations.map { Location(word: $0) }.reversed()
    self.tombstones = tombstones.reversed()
    history = base.history.cursor(from: firstHistory)
    relocation.firstHistory = firstHistory
    content = FrameContent(hashSeed: base.hashSeed)
  }

  /// The next frame of records; nil at the end. Valid until the next one.
  mutating func nextFrame() throws(StoreError) -> FrameContent? {
    content.reset(sequence: base.sequence)
    items = []
    while content.size < FormatConstants.compactionFrame, let item = nextItem() {
      do throws(StoreError) {
        try copy(item)
        items.append(item)
      } catch {
        guard item.kind == .history, error.code == .recordCorrupt else {
          damagedSegment = item.location.segment
          throw error
        }
        // History that is damaged is not worth a refusal; it has no gaps.
        relocation.firstHistory = item.address + 1
      }
    }
    recordsKept += content.count
    return content.count == 0 ? nil : content
  }

  private func copy(_ item: Item) throws(StoreError) {
    if Sabotage.hashSkippedOnCopy.isOn { return try copyUnverified(item.location) }
    let id = item.kind == .catalog ? nil : item.address
    try base.withRecord(at: item.location, of: id) { header, payload throws(StoreError) in
      guard let resealed = try resealer?.resealed(header, payload) else {
        return content.append(header, payload)
      }
      content.append(RecordHeader(header, with: resealed, hashSeed: hashSeed), resealed)
    }
  }

  /// What `Sabotage.hashSkippedOnCopy` does: damaged bytes get a checksum that fits them.
  private func copyUnverified(_ location: Location) throws(StoreError) {
    try base.segments[location.segment]?.withBytes(at: location.offset, count: location.sizeBound) {
      guard let old = RecordHeader(decoding: $0) else { return }
      let payload = UnsafeRawBufferPointer(rebasing: $0[FormatConstants.recordHeaderSize..<old.size])
      content.append(RecordHeader(old, with: payload, hashSeed: hashSeed), payload)
    }
  }

  private mutating func nextItem() -> Item? {
    while let location = catalog.popLast() {
      if inputs.contains(location.segment) { return Item(kind: .catalog, address: 0, location: location) }
    }
    while nextID < base.locations.count {
      var place = Int(nextID % UInt64(RunPage.chunkSize))
      if place == 0 || nextID == 1 {
        guard let first = base.locations.nextChunk(from: nextID) else {
          nextID = base.locations.count
          break
        }
        if first > nextID { (nextID, place) = (first, 0) }
        loadChunk(of: nextID)
      }
      let id = nextID
      nextID += 1
      let location = Location(word: chunk[place])
      if !location.isNone, inputs.contains(location.segment) {
        return Item(kind: .object, address: id, location: location)
      }
    }
    if let (id, location) = tombstones.popLast() {
      return Item(kind: .tombstone, address: id, location: location)
    }
    while let (number, word) = history.next() {
      let location = Location(word: word)
      if inputs.contains(location.segment) {
        return Item(kind: .history, address: number, location: location)
      }
    }
    return nil
  }

  private mutating func loadChunk(of id: UInt64) {
    let locations = base.locations
    chunk.withUnsafeMutableBufferPointer { chunk in
      guard let start = chunk.baseAddress else { return }
      let count = locations.copyChunk(of: id, into: start)
      for place in count..<chunk.count { start[place] = 0 }
    }
  }

  /// Notes where the frame that was handed out last has been written.
  mutating func moved(to segment: UInt32, payloadOffset: UInt64) {
    for (entry, item) in zip(content.entries, items) {
      let new = Location(segment: segment, offset: payloadOffset + UInt64(entry.offset), size: entry.size)
      let move = Relocation.Move(address: item.address, old: item.location.word, new: new.word)
      switch item.kind {
      case .catalog: relocation.catalog[move.old] = move.new
      case .object: relocation.objects.append(move)
      case .history: relocation.history.append(move)
      case .tombstone: break
      }
    }
  }
}
