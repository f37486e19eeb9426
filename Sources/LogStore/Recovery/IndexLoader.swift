/// Builds the indexes from verified records: first where each object's newest record lies, then, from those
/// records alone, everything else.
package struct IndexLoader {
  private let hashSeed: UInt64
  private let path: String
  private var locations = PersistentArray<UInt64>(defaultElement: 0)
  private var versions = PersistentArray<UInt64>(defaultElement: 0)
  /// Layout of the newest record of each id; `IndexState.edgeKind` for edges, 0 for tombstones.
  private var layouts = PersistentArray<UInt16>(defaultElement: 0)
  private var schema: (version: SequenceNumber, location: Location, content: CatalogCoding.Content)?
  private var layoutRecords: [UInt16: (version: SequenceNumber, location: Location, layout: RecordLayout)] =
    [:]
  private var history: [(UInt64, UInt64)] = []
  /// Records seen.
  package private(set) var recordCount = 0
  /// Highest id that any record has.
  package var highestID: UInt64 { locations.count == 0 ? 0 : locations.count - 1 }

  package init(hashSeed: UInt64, path: String) {
    self.hashSeed = hashSeed
    self.path = path
  }

  /// Takes in the records of a frame. The order of frames does not matter: the highest version of each object
  /// wins, a later copy of the same version replaces an earlier one.
  package mutating func add(_ frame: FrameWalker.Frame, segment: UInt32) throws(StoreError) {
    var failure: StoreError?
    try FrameWalker.forEachRecord(frame) { record, offset, payload throws(StoreError) in
      recordCount += 1
      let location = Location(segment: segment, offset: UInt64(offset), size: record.size)
      let isObject = [.put, .edge, .tombstone].contains(record.kind)
      guard !isObject || (record.object > 0 && record.object < FormatConstants.idBound) else {
        throw StoreError(
          .recordCorrupt,
          tried: "read the segments",
          path: StorePaths(root: path).segment(segment),
          offset: UInt64(offset),
          found: "object id \(record.object) is out of range",
          remedy: "Restore the store from a backup; it was left as it is."
        )
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
          failure = catalogFailure(location, error.reason)
        }
      case .key, .blobRelease, .meta: break
      }
    }
    if let failure { throw failure }
  }

  private mutating func note(_ record: RecordHeader, _ location: Location, layout: UInt16) {
    guard record.version >= versions[record.object] else { return }
    versions[record.object] = record.version
    layouts[record.object] = layout
    locations[record.object] = layout == 0 ? 0 : location.word
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

  private func catalogFailure(_ location: Location, _ found: String) -> StoreError {
    StoreError(
      .catalogCorrupt,
      tried: "read the catalog",
      path: StorePaths(root: path).segment(location.segment),
      offset: location.offset,
      found: found,
      remedy: "Restore the store from a backup."
    )
  }

  /// Makes the indexes, reading each live record once.
  package consuming func finish(segments: SegmentTable, sequence: SequenceNumber) throws(StoreError)
    -> IndexState
  {
    let catalog = Catalog(
      entities: schema?.content.entities ?? [],
      layouts: layoutRecords.sorted { $0.key < $1.key }.map(\.value.layout),
      nextProperty: schema?.content.nextProperty ?? 1
    )
    var state = IndexState(catalog: catalog, hashSeed: hashSeed, path: path)
    state.sequence = sequence
    state.segments = segments
    state.locations = locations
    if let schema { state.catalogLocations.append(schema.location.word) }
    for (_, record) in layoutRecords.sorted(by: { $0.key < $1.key }) {
      state.catalogLocations.append(record.location.word)
    }
    var edits = IndexEdits(state.plans)
    for id in 0..<locations.count where locations[id] != 0 {
      let location = Location(word: locations[id])
      if layouts[id] == IndexState.edgeKind {
        state.placeEdge(ObjectID(rawValue: id), at: location)
        guard let edge = try state.edge(ObjectID(rawValue: id)) else { continue }
        edits.insert(ObjectID(rawValue: id), edge)
        state.liveBytes += aligned8(FormatConstants.recordHeaderSize + EdgePayload.size)
        continue
      }
      guard let layout = catalog.layout(LayoutID(rawValue: layouts[id])),
        Int(layout.entity.rawValue) < state.extents.count
      else { throw state.damaged(location, id, "layout \(layouts[id]) is not in the catalog") }
      state.kinds[id] = layout.entity.rawValue
      let size = try state.withRecord(ObjectID(rawValue: id)) { record, _ throws(StoreError) in
        edits.insert(ObjectID(rawValue: id), record)
        return aligned8(FormatConstants.recordHeaderSize + record.count)
      }
      state.liveBytes += size ?? 0
    }
    edits.apply(to: &state)
    history.sort { $0.0 < $1.0 }
    for (sequence, location) in history { state.history.updateValue(location, forKey: sequence) }
    return state
  }
}
