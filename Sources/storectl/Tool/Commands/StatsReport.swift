import LogStore

/// Where the bytes of a store go.
struct StatsReport {
  struct Files {
    let name: String
    var count = 0
    var bytes = 0
  }

  struct Segment {
    let id: UInt32
    let kind: SegmentHeader.Kind
    let bytes: Int
    /// Roughly: locations tell sizes in units of 64 bytes.
    let live: Int
  }

  struct Entity {
    let name: String
    var objects = 0
    /// Of their records, as exact as `Segment.live`.
    var bytes = 0
    var blobs = 0
    /// Of the files of the blobs.
    var blobBytes = 0
  }

  struct Section {
    let label: String
    let entries: UInt64
    let pages: UInt64
    let bytes: UInt64
  }

  let path: String
  /// By kind, in the order of FORMAT.md.
  private(set) var files: [Files] = []
  let segments: [Segment]
  private(set) var entities: [Entity]
  let edges: Int
  /// Of the checkpoint that counts; empty without one.
  let sections: [Section]
  /// Sizes of the halves of the log, and which one commits go to.
  let halves: [UInt64]
  let activeHalf: UInt8
  let history: (commits: Int, bytes: Int, first: SequenceNumber?, last: SequenceNumber?)
  let liveBytes: Int
  let blobBytes: Int
  /// Blobs whose files are not there.
  private(set) var missingBlobs = 0
  /// What the indexes take in the memory of a program beside the checkpoint, which is mapped.
  let indexMemory: Int
  let mappedIndexes: Int
  let newestCommit: SequenceNumber
  /// The oldest version that another process reads, where that is not the newest.
  let oldestReader: SequenceNumber?

  /// Bytes of all files.
  var fileBytes: Int { files.reduce(0) { $0 + $1.bytes } }

  /// Bytes of all segments.
  var segmentBytes: Int { segments.reduce(0) { $0 + $1.bytes } }

  /// Bytes that a compaction keeps: records, history, values in blobs.
  var keptBytes: Int { liveBytes + history.bytes + blobBytes }

  /// Measures a store.
  ///
  /// - Complexity: O(objects + files)
  init(_ inspection: StoreInspection) throws {
    let state = inspection.state
    path = inspection.paths.root
    segments = try Self.segments(inspection)
    sections = Self.sections(state.checkpoint)
    edges = state.edgeCount
    halves = [0, 1].map { (try? inspection.io.metadata(inspection.paths.half($0)))??.size ?? 0 }
    activeHalf = inspection.superblock.epoch.half
    history = (
      state.history.count, state.historyBytes, state.history.first?.key, state.history.last?.key
    )
    liveBytes = state.liveBytes
    blobBytes = state.blobBytes
    indexMemory = state.memoryBytes
    mappedIndexes = state.checkpoint?.size ?? 0
    newestCommit = state.sequence
    oldestReader = inspection.oldestReader
    entities = []
    try measureEntities(inspection)
    try measureFiles(inspection)
  }

  private static func segments(_ inspection: StoreInspection) throws -> [Segment] {
    let recovered = inspection.recovered
    let usage = try SegmentUsage(inspection.state, firstHistory: 0)
    let hot = SealedSegment(
      id: recovered.end.segment,
      kind: .hot,
      size: recovered.end.offset,
      lastHash: recovered.chain,
      createdSequence: recovered.hotHeader.createdSequence
    )
    return (recovered.sealed + [hot]).sorted { $0.id < $1.id }.map {
      Segment(id: $0.id, kind: $0.kind, bytes: Int(clamping: $0.size), live: usage.live($0))
    }
  }

  /// The sections of a checkpoint. Pages of an index stand right before its root.
  private static func sections(_ checkpoint: CheckpointImage?) -> [Section] {
    guard let sections = checkpoint?.header.sections.sorted(by: { $0.offset < $1.offset }) else { return [] }
    var start = sections.first?.offset ?? 0
    return sections.map { section in
      let end = section.offset + section.length
      defer { start = end }
      let number = section.kind == .extent || section.kind == .secondary ? " \(section.number)" : ""
      return Section(
        label: section.kind.label + number,
        entries: section.count,
        pages: section.pageCount,
        bytes: end - min(start, section.offset)
      )
    }
  }

  private mutating func measureEntities(_ inspection: StoreInspection) throws {
    let state = inspection.state
    var places: [EntityID: Int] = [:]
    for definition in state.catalog.entities where !definition.isAbstract {
      var entity = Entity(name: definition.name)
      var extent = state.extents[Int(definition.id.rawValue)].cursor()
      while let (id, _) = extent.next() {
        entity.objects += 1
        entity.bytes += Location(word: state.locations[id]).likelySize
      }
      places[definition.id] = entities.count
      entities.append(entity)
    }
    var blobs = state.blobs.cursor()
    while let (key, owner) = blobs.next() {
      guard let entity = state.entity(of: ObjectID(rawValue: owner)), let place = places[entity] else {
        continue
      }
      entities[place].blobs += 1
      let size = try inspection.io.metadata(inspection.paths.blob(key.id))?.size
      if size == nil { missingBlobs += 1 }
      entities[place].blobBytes += Int(clamping: size ?? 0)
    }
    try state.refuseIfDamaged()
  }

  private mutating func measureFiles(_ inspection: StoreInspection) throws {
    let (io, paths) = (inspection.io, inspection.paths)
    func names(_ directory: String) throws -> [String] {
      try io.metadata(directory)?.kind == .directory
        ? try io.contents(ofDirectory: directory).map { directory + "/" + $0 } : []
    }
    let segmentFiles = try names(paths.segments)
    let blobFiles = try names(paths.blobs).flatMap { try names($0) }
    let kinds: [(String, [String])] = [
      ("superblock", [paths.superblock]), ("lock", [paths.lock]),
      ("log halves", [paths.half(0), paths.half(1)]),
      ("segments", segmentFiles.filter { $0.hasSuffix(".seg") }),
      ("segment lists", segmentFiles.filter { $0.hasSuffix(".list") }),
      ("checkpoints", try names(paths.checkpoints)), ("reserve", [paths.reserve]), ("keys", [paths.keys]),
      ("blobs", blobFiles),
    ]
    for (name, list) in kinds {
      var files = Files(name: name)
      for path in list {
        guard let metadata = try io.metadata(path), metadata.kind == .file else { continue }
        files.count += 1
        files.bytes += Int(clamping: metadata.size)
      }
      if files.count > 0 { self.files.append(files) }
    }
  }
}
