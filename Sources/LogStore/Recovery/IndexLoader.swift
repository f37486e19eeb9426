/// Builds the indexes from verified records: first where each object's newest record lies, then, from those
/// records alone, everything else. With a checkpoint under it, it is given the records behind the checkpoint
/// only.
package struct IndexLoader {
  private let hashSeed: UInt64
  private let path: String
  /// The checkpoint whose indexes hold everything before the records that are added.
  var checkpoint: CheckpointImage?
  /// The version that holds everything before the records that are added, where that is not a checkpoint.
  var base: IndexState?
  private var locations = PersistentArray<UInt64>(defaultElement: 0)
  private var versions = PersistentArray<UInt64>(defaultElement: 0)
  /// Layout of the newest record of each id; `IndexState.edgeKind` for edges, 0 for tombstones.
  private var layouts = PersistentArray<UInt16>(defaultElement: 0)
  private var schema: (version: SequenceNumber, location: Location, content: CatalogCoding.Content)?
  private var layoutRecords: [UInt16: (version: SequenceNumber, location: Location, layout: RecordLayout)] =
    [:]
  private var history: [(UInt64, UInt64)] = []
  /// History of commits up to this one is passed over.
  var historyFloor: SequenceNumber = 0
  /// Records seen.
  package private(set) var recordCount = 0
  /// Highest id that any record has.
  package var highestID: UInt64 {
    let before = checkpoint?.array(.locations)?.end ?? base?.locations.count ?? 0
    let count = max(locations.count, before)
    return count == 0 ? 0 : count - 1
  }

  package init(hashSeed: UInt64, path: String) {
    self.hashSeed = hashSeed
    self.path = path
  }

  /// Takes in the records of a frame. The order of frames does not matter: the highest version of each object
  /// wins, a later copy of the same version replaces an earlier one.
  package mutating func add(_ frame: FrameWalker.Frame, segment: UInt32) throws(StoreError) {
    // Reserved: no version of the format says yet what it holds.
    guard frame.header.kind != .relocate else { return }
    var failure: StoreError?
    try FrameWalker.forEachRecord(frame) { record, offset, payload throws(StoreError) in
      recordCount += 1
      let location = Location(segment: segment, offset: UInt64(offset), size: record.size)
      let isObject = [.put, .edge, .tombstone].contains(record.kind)
      guard !isObject || (record.object > 0 && record.object < FormatConstants.idBound) else {
        throw damaged(location, "object id \(record.object) is out of range")
      }
      // Layouts are numbered from 1; the loader's own notes have 0 for the end of an object.
      guard record.kind != .put || record.layout.rawValue != 0 else {
        throw damaged(location, "the values of object \(record.object) have no layout")
      }
      switch record.kind {
      case .put: note(record, location, layout: record.layout.rawValue)
      case .edge: note(record, location, layout: IndexState.edgeKind)
      case .tombstone: note(record, location, layout: 0)
      case .history: history.append((record.object, location.word))
      case .schema, .layout:
        do throws(ByteReader.Failure) {
          try addCatalogRecord(record, location, payload)
        } catch {
          failure = damaged(location, error.reason, code: .catalogCorrupt, tried: "read the catalog")
        }
      case .key, .blobRelease, .meta: break
      }
    }
    if let failure { throw failure }
  }

  private func damaged(
    _ location: Location,
    _ found: String,
    code: StoreError.Code = .recordCorrupt,
    tried: String = "read the segments"
  ) -> StoreError {
    StoreError(
      code,
      tried: tried,
      path: StorePaths(root: path).segment(location.segment),
      offset: location.offset,
      found: found,
      remedy: "Restore the store from a backup; it was left as it is."
    )
  }

  private mutating func note(_ record: RecordHeader, _ location: Location, layout: UInt16) {
    guard record.version >= versions[record.object] else { return }
    versions[record.object] = record.version
    layouts[record.object] = layout
    locations[record.object] = location.word
  }

  private mutating func addCatalogRecord(
    _ record: RecordHeader,
    _ location: Location,
    _ payload: UnsafeRawBufferPointer
  ) throws(ByteReader.Failure) {
    if record.kind == .schema {
      guard record.version >= schema?.version ?? 0 else { return }
      schema = (record.version, location, try CatalogCoding.decode(payload))
    } else {
      let number = UInt16(truncatingIfNeeded: record.object)
      guard record.version >= layoutRecords[number]?.version ?? 0 else { return }
      let layout = try CatalogCoding.decodeLayout(id: LayoutID(rawValue: number), payload)
      layoutRecords[number] = (record.version, location, layout)
    }
  }

  /// Makes the indexes, reading each live record that was added once, and the one that it replaces in the
  /// checkpoint.
  package consuming func finish(segments: SegmentTable, sequence: SequenceNumber) throws(StoreError)
    -> IndexState
  {
    var (state, missing) = try stateWithCatalog(segments)
    state.sequence = sequence
    // Reads the records of both sides while the state changes.
    let reader = state
    var edits = IndexEdits(state)
    var failure: StoreError?
    versions.forEachRun { (first: UInt64, entries) in
      for (place, version) in entries.enumerated() where version != 0 {
        do throws(StoreError) {
          try move(ObjectID(rawValue: first + UInt64(place)), reader, &state, &edits)
        } catch {
          failure = error
          return false
        }
      }
      return true
    }
    if let failure { throw failure }
    edits.apply(to: &state)
    try state.fill(missing)
    history.sort { $0.0 < $1.0 }
    for (sequence, location) in history where sequence > historyFloor {
      state.placeHistory(sequence, at: Location(word: location))
    }
    try state.refuseIfDamaged()
    return state
  }

  /// The state before the records, with the catalog behind them, and the numbers of the indexes that are new in
  /// it.
  private func stateWithCatalog(_ segments: SegmentTable) throws(StoreError) -> (IndexState, Set<Int>) {
    var state = IndexState(catalog: .empty, hashSeed: hashSeed, path: path)
    if let checkpoint {
      state = try IndexState(checkpoint, segments: segments, hashSeed: hashSeed, path: path)
    } else if let base {
      state = base
    }
    state.segments = segments
    guard schema != nil || !layoutRecords.isEmpty else { return (state, []) }
    let known = state.catalog.layouts
    let new = layoutRecords.sorted { $0.key < $1.key }.filter { number, _ in
      !known.contains { $0.id.rawValue == number }
    }
    let missing = state.adopt(
      Catalog(
        entities: schema?.content.entities ?? state.catalog.entities,
        layouts: (known + new.map(\.value.layout)).sorted { $0.id.rawValue < $1.id.rawValue },
        nextProperty: schema?.content.nextProperty ?? state.catalog.nextProperty
      )
    )
    if let schema {
      if state.catalogLocations.isEmpty { state.catalogLocations.append(0) }
      state.catalogLocations[0] = schema.location.word
    }
    state.catalogLocations += new.map(\.value.location.word)
    return (state, checkpoint == nil && base == nil ? [] : missing)
  }

  /// Takes one id from what the checkpoint says of it to what its newest record says.
  private func move(
    _ id: ObjectID,
    _ reader: IndexState,
    _ state: inout IndexState,
    _ edits: inout IndexEdits
  ) throws(StoreError) {
    let location = Location(word: locations[id.rawValue])
    let layout = layouts[id.rawValue]
    if let old = try reader.edge(id) {
      edits.remove(old)
      state.liveBytes -= RecordHeader.room(payload: EdgePayload.size)
      if layout != IndexState.edgeKind { state.displace(id) }
    }
    if layout == IndexState.edgeKind {
      state.placeEdge(id, at: location)
      guard let edge = try state.edge(id) else { return }
      edits.insert(id, edge)
      state.liveBytes += RecordHeader.room(payload: EdgePayload.size)
      return
    }
    guard layout != 0 else {
      let size = try reader.withRecord(id) { old, _ throws(StoreError) in
        edits.remove(id, old)
        return RecordHeader.room(payload: old.count)
      }
      if let size {
        state.liveBytes -= size
        state.displace(id)
      }
      return
    }
    guard let definition = state.catalog.layout(LayoutID(rawValue: layout)),
      Int(definition.entity.rawValue) < state.extents.count
    else { throw state.damaged(location, id.rawValue, "layout \(layout) is not in the catalog") }
    state.place(id, definition.entity, at: location)
    let growth = try state.withRecord(id) { new, _ throws(StoreError) in
      let before = try reader.withRecord(id) { old, _ throws(StoreError) in
        edits.replace(id, old, by: new)
        return RecordHeader.room(payload: old.count)
      }
      if before == nil { edits.insert(id, new) }
      return RecordHeader.room(payload: new.count) - (before ?? 0)
    }
    state.liveBytes += growth ?? 0
  }
}
