/// Brings a store back in memory from whatever its files hold: the algorithm of FORMAT.md, "Recovery". Writes
/// nothing; `RecoveryWriter` makes the result durable.
package struct Recovery {
  let io: any StorageIO
  let paths: StorePaths
  let allowsMapping: Bool
  let superblock: Superblock
  /// Whether the indexes are made from the records even where a checkpoint holds them.
  let readsAllRecords: Bool
  /// Whether sealed segments are opened when they are first read, as only who holds the writer lock may do it.
  let defersSegments: Bool
  var report = RecoveryReport()
  var reader: SegmentReader
  var loader: IndexLoader
  /// Where redo stands: behind the last frame of the log.
  var tail: Superblock.Position
  var sealed: [SealedSegment] = []

  /// Recovers a store whose writer lock this process holds, or that no process writes to.
  ///
  /// - Parameters:
  ///   - readsAllRecords: Whether to verify and load every record, as without a checkpoint.
  ///   - holdsLock: Whether this process holds the writer lock, so that segments stay where they are.
  package static func run(
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    readsAllRecords: Bool = false,
    holdsLock: Bool = false
  ) throws(StoreError) -> RecoveredLog {
    let slots = try SuperblockSlots(io: io, paths: paths)
    var recovery = try Recovery(
      io: io,
      paths: paths,
      allowsMapping: allowsMapping,
      superblock: slots.chosen,
      readsAllRecords: readsAllRecords,
      follows: false,
      defersSegments: holdsLock
    )
    recovery.report.damagedSuperblocks = slots.damaged
    return try recovery.recover()
  }

  /// Reads what a running writer has made visible: the segments only, up to the first frame that is not whole.
  package static func follow(
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    readsAllRecords: Bool = false
  ) throws(StoreError) -> RecoveredLog {
    let slots = try SuperblockSlots(io: io, paths: paths)
    var recovery = try Recovery(
      io: io,
      paths: paths,
      allowsMapping: allowsMapping,
      superblock: slots.chosen,
      readsAllRecords: readsAllRecords,
      follows: true
    )
    recovery.report.damagedSuperblocks = slots.damaged
    return try recovery.readVisible()
  }

  /// Reads a store without writing to it, whether or not a process writes to it meanwhile.
  ///
  /// - Parameters:
  ///   - timeout: Milliseconds to wait for the end of a recovery.
  ///   - readsAllRecords: Whether to verify and load every record, as without a checkpoint.
  /// - Returns: What was read, and the process that writes, in words; nil if none does.
  package static func read(
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    timeout: Int,
    readsAllRecords: Bool = false
  ) throws(StoreError) -> (recovered: RecoveredLog, writer: String?) {
    try ReaderGate.read(io: io, paths: paths, timeout: timeout) { writer throws(StoreError) in
      let recovered =
        writer == nil
        ? try run(io: io, paths: paths, allowsMapping: allowsMapping, readsAllRecords: readsAllRecords)
        : try follow(io: io, paths: paths, allowsMapping: allowsMapping, readsAllRecords: readsAllRecords)
      return (recovered, writer)
    }
  }

  init(
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    superblock: Superblock,
    readsAllRecords: Bool,
    follows: Bool,
    defersSegments: Bool = false
  ) throws(StoreError) {
    self.io = io
    self.paths = paths
    self.allowsMapping = allowsMapping
    self.superblock = superblock
    self.readsAllRecords = readsAllRecords
    self.defersSegments = defersSegments
    // A file that another process may cut must not be mapped: reading beyond its end kills the process.
    reader = try SegmentReader(
      io: io,
      paths: paths,
      storeID: superblock.storeID,
      allowsMapping: allowsMapping && !follows
    )
    loader = IndexLoader(hashSeed: superblock.hashSeed, path: paths.root)
    tail = superblock.durable.position
    report.wasClean = superblock.isClean
  }

  mutating func recover() throws(StoreError) -> RecoveredLog {
    let scan = try LogScan(superblock: superblock, halves: try readHalves(), paths: paths)
    if let block = scan.tornBlock, !superblock.isClean {
      report.tornTail = (
        paths.half(superblock.epoch.half), UInt64(block) * UInt64(FormatConstants.blockSize)
      )
    }
    report.logIsEmpty = scan.groups.isEmpty
    for group in scan.groups { try redo(group) }
    if let image = reader.images[tail.segment], !image.dirty.isEmpty {
      image.cut(at: Int(clamping: tail.offset))
    }
    let last = max(scan.lastSequence ?? 0, superblock.durable.sequence)
    return try load(end: tail, lastSequence: last, idLimit: max(scan.idLimit, superblock.idLimit))
  }

  func readHalves() throws(StoreError) -> [[UInt8]] {
    var halves: [[UInt8]] = []
    for half: UInt8 in [0, 1] {
      var bytes: [UInt8] = []
      do throws(StorageIOError) {
        let count = superblock.isClean ? FormatConstants.blockSize : superblock.halfSize(half)
        bytes = try io.open(paths.half(half), .readOnly).read(count: count, at: 0)
      } catch {
        guard superblock.isClean else {
          throw StoreError(
            error,
            tried: "read the write-ahead log",
            code: error.isNoSuchEntry ? .walCorrupt : .inputOutput
          )
        }
      }
      // After a clean close nothing in it is needed.
      guard bytes.count == superblock.halfSize(half) || superblock.isClean else {
        throw cutHalf(half, bytes.count)
      }
      halves.append(bytes)
    }
    return halves
  }

  func cutHalf(_ half: UInt8, _ count: Int) -> StoreError {
    StoreError(
      .walCorrupt,
      tried: "read the write-ahead log",
      path: paths.half(half),
      offset: UInt64(count),
      found: "the file ends there; it has to be \(superblock.halfSize(half)) bytes",
      remedy: "Restore the store from a backup; it was left as it is."
    )
  }

  /// Walks the chain from its start to the end of the log and builds the indexes.
  mutating func load(
    end: Superblock.Position,
    lastSequence: SequenceNumber,
    idLimit: UInt64
  ) throws(StoreError) -> RecoveredLog {
    var (position, chain, sequence) = try start()
    var header = try hotHeader(position.segment)
    let durable = superblock.durable
    while true {
      if position.segment == durable.position.segment, position.offset <= durable.position.offset {
        let last = try walk(
          header,
          from: Int(position.offset),
          to: Int(clamping: durable.position.offset),
          chain: chain,
          sequence: sequence
        )
        guard last.chain == durable.hash, last.sequence == durable.sequence else {
          throw reader.damaged(
            header.id,
            .init(offset: last.end, reason: "the log is not the one whose end the superblock remembers")
          )
        }
        (position.offset, chain, sequence) = (durable.position.offset, last.chain, last.sequence)
      }
      guard position.segment != end.segment else { break }
      guard let next = try reader.successor(of: position.segment) else {
        throw StoreError(
          .segmentCorrupt,
          tried: "read the segments",
          path: paths.segments,
          found:
            "no segment continues segment \(position.segment), but the log ends in segment \(end.segment)",
          remedy: "Restore the store from a backup; it was left as it is."
        )
      }
      let last = try walk(
        header,
        from: Int(position.offset),
        to: Int(clamping: next.previousEnd),
        chain: chain,
        sequence: sequence
      )
      guard last.chain == next.previousHash else {
        throw reader.damaged(
          header.id,
          .init(offset: last.end, reason: "the next segment does not follow it")
        )
      }
      sealed.append(
        SealedSegment(
          id: header.id,
          kind: .hot,
          size: next.previousEnd,
          lastHash: last.chain,
          createdSequence: header.createdSequence
        )
      )
      position = .init(segment: next.id, offset: UInt64(FormatConstants.segmentHeaderSize))
      (chain, sequence) = (next.hash, last.sequence)
      header = next
    }
    let last = try walk(
      header,
      from: Int(position.offset),
      to: Int(end.offset),
      chain: chain,
      sequence: sequence
    )
    guard last.sequence == lastSequence else {
      throw reader.damaged(
        header.id,
        .init(offset: last.end, reason: "the log ends with commit \(last.sequence), not \(lastSequence)")
      )
    }
    return try finish(header, end: end, chain: last.chain, sequence: last.sequence, idLimit: idLimit)
  }

  func header(_ id: UInt32, of kind: SegmentHeader.Kind? = nil) throws(StoreError) -> SegmentHeader {
    guard let header = try reader.header(id), header.kind == kind ?? header.kind else {
      throw reader.damaged(id, .init(offset: 0, reason: "the segment header is missing or damaged"))
    }
    return header
  }

  func hotHeader(_ id: UInt32) throws(StoreError) -> SegmentHeader { try header(id, of: .hot) }

  mutating func finish(
    _ header: SegmentHeader,
    end: Superblock.Position,
    chain: UInt64,
    sequence: SequenceNumber,
    idLimit: UInt64
  ) throws(StoreError) -> RecoveredLog {
    var table = loader.base?.segments ?? SegmentTable()
    for segment in sealed {
      if let open = table[segment.id] {
        open.seal(size: segment.size)
      } else {
        table.insert(try openSegment(segment))
      }
    }
    if table[header.id] == nil { table.insert(try openHotSegment(header.id)) }
    report.recordCount = loader.recordCount
    let highest = loader.highestID
    let state = try loader.finish(segments: table, sequence: sequence)
    return RecoveredLog(
      superblock: superblock,
      state: state,
      end: end,
      chain: chain,
      lastSequence: sequence,
      hotHeader: header,
      sealed: sealed,
      images: reader.images.values.sorted { $0.id < $1.id },
      idLimit: max(idLimit, highest + 1),
      report: report
    )
  }

  /// Opens a segment that nothing is written to any more.
  func openSegment(_ sealed: SealedSegment) throws(StoreError) -> Segment {
    if let segment = imageOfSegment(sealed.id) {
      segment.seal(size: sealed.size)
      return segment
    }
    if defersSegments {
      let found = try reader.metadata(sealed.id)
      guard found.size >= sealed.size else { throw tooShort(sealed, found.size) }
      let file = DeferredFile(io: io, path: paths.segment(sealed.id), found: found)
      return Segment(sealed, of: superblock.storeID, file: file, allowsMapping: allowsMapping)
    }
    _ = try header(sealed.id)
    var file = try reader.file(sealed.id)
    if allowsMapping {
      // The map stays when the file is closed: however many segments there are, they take no descriptors.
      do {
        file = ImageFile(path: file.path, region: try file.map(length: Int(clamping: sealed.size)))
      } catch {
        throw StoreError(error, tried: "open segment \(sealed.id)")
      }
    }
    let segment = Segment(id: sealed.id, file: file, allowsMapping: allowsMapping)
    segment.seal(size: sealed.size)
    return segment
  }

  /// Opens the segment that commits go to.
  func openHotSegment(_ id: UInt32) throws(StoreError) -> Segment {
    if let segment = imageOfSegment(id) { return segment }
    _ = try header(id)
    return Segment(id: id, file: try reader.file(id), allowsMapping: allowsMapping)
  }

  /// A segment as redo has left it in memory; nil if it is as its file.
  private func imageOfSegment(_ id: UInt32) -> Segment? {
    guard let image = reader.images[id], !image.dirty.isEmpty else { return nil }
    let file = ImageFile(path: paths.segment(id), bytes: image.bytes)
    return Segment(id: id, file: file, allowsMapping: false)
  }
}
