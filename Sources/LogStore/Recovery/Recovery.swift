/// Brings a store back in memory from whatever its files hold: the algorithm of FORMAT.md, "Recovery". Writes
/// nothing; `RecoveryWriter` makes the result durable.
package struct Recovery {
  let io: any StorageIO
  let paths: StorePaths
  let allowsMapping: Bool
  private let superblock: Superblock
  private var report = RecoveryReport()
  private var reader: SegmentReader
  private var loader: IndexLoader
  /// Where redo stands: behind the last frame of the log.
  private var tail: Superblock.Position
  private var sealed: [SealedSegment] = []

  /// Recovers a store whose writer lock this process holds, or that no process writes to.
  package static func run(
    io: any StorageIO, paths: StorePaths, allowsMapping: Bool
  ) throws(StoreError) -> RecoveredLog {
    let slots = try SuperblockSlots(io: io, paths: paths)
    var recovery = try Recovery(io: io, paths: paths, allowsMapping: allowsMapping, slots: slots, follows: false)
    return try recovery.recover()
  }

  /// Reads what a running writer has made visible: the segments only, up to the first frame that is not whole.
  package static func follow(
    io: any StorageIO, paths: StorePaths, allowsMapping: Bool
  ) throws(StoreError) -> RecoveredLog {
    let slots = try SuperblockSlots(io: io, paths: paths)
    var recovery = try Recovery(io: io, paths: paths, allowsMapping: allowsMapping, slots: slots, follows: true)
    return try recovery.readVisible()
  }

  private init(
    io: any StorageIO, paths: StorePaths, allowsMapping: Bool, slots: SuperblockSlots, follows: Bool
  ) throws(StoreError) {
    self.io = io
    self.paths = paths
    self.allowsMapping = allowsMapping
    superblock = slots.chosen
    // A file that another process may cut must not be mapped: reading beyond its end kills the process.
    reader = try SegmentReader(
      io: io, paths: paths, storeID: slots.chosen.storeID, allowsMapping: allowsMapping && !follows)
    loader = IndexLoader(hashSeed: slots.chosen.hashSeed, path: paths.root)
    tail = slots.chosen.durable.position
    report.damagedSuperblocks = slots.damaged
    report.wasClean = slots.chosen.isClean
  }

  private mutating func recover() throws(StoreError) -> RecoveredLog {
    let scan = try LogScan(superblock: superblock, halves: try readHalves(), paths: paths)
    if let block = scan.tornBlock, !superblock.isClean {
      report.tornTail = (
        paths.half(superblock.epoch.half), UInt64(block) * UInt64(FormatConstants.blockSize)
      )
    }
    for group in scan.groups { try redo(group) }
    let last = max(scan.lastSequence ?? 0, superblock.durable.sequence)
    return try load(end: tail, lastSequence: last, idLimit: max(scan.idLimit, superblock.idLimit))
  }

  private func readHalves() throws(StoreError) -> [[UInt8]] {
    var halves: [[UInt8]] = []
    for half: UInt8 in [0, 1] {
      var bytes: [UInt8] = []
      do throws(StorageIOError) {
        bytes = try io.open(paths.half(half), .readOnly).read(count: superblock.halfSize(half), at: 0)
      } catch {
        guard superblock.isClean else {
          throw StoreError(error, tried: "read the write-ahead log", code: .walCorrupt)
        }
      }
      // After a clean close nothing in it is needed.
      guard bytes.count == superblock.halfSize(half) || superblock.isClean else { throw cutHalf(half, bytes.count) }
      halves.append(bytes)
    }
    return halves
  }

  private func cutHalf(_ half: UInt8, _ count: Int) -> StoreError {
    StoreError(
      .walCorrupt, tried: "read the write-ahead log", path: paths.half(half), offset: UInt64(count),
      found: "the file ends there; it has to be \(superblock.halfSize(half)) bytes",
      remedy: "Restore the store from a backup; it was left as it is.")
  }

  // MARK: Redo

  /// Puts the body of a group where it belongs, with everything before it that no group repeats.
  private mutating func redo(_ group: LogScan.Group) throws(StoreError) {
    let target = group.header.target
    let end = target.offset &+ UInt64(group.body.count)
    let durable = superblock.durable.position
    if target.segment < durable.segment || (target.segment == durable.segment && end <= durable.offset) { return }
    guard target.offset <= UInt64(FormatConstants.largestOffset) else { throw wrongTarget(group) }
    if target.offset == 0 {
      guard let header = group.body.withUnsafeBytes({ SegmentHeader(decoding: $0, storeID: superblock.storeID) })
      else { throw wrongTarget(group) }
      try closeTail(at: header.previousEnd, of: header.previousID, group)
      // What the file holds behind the group may be bulk frames, which no group repeats.
      let image =
        reader.numbers.contains(target.segment)
        ? try reader.image(target.segment) : SegmentImage(id: target.segment, bytes: [])
      image.place(group.body, at: 0)
      reader.images[target.segment] = image
    } else {
      let image = try reader.image(target.segment)
      guard let header = image.header(storeID: superblock.storeID) else { throw wrongTarget(group) }
      if target.segment != tail.segment {
        // Only a bulk commit opens a segment without a group of its own.
        try closeTail(at: header.previousEnd, of: header.previousID, group)
        tail = .init(segment: target.segment, offset: UInt64(FormatConstants.segmentHeaderSize))
      }
      var start = Int(tail.offset)
      if let bulk = bulkReference(group, header) {
        guard image.pad(from: start, to: Int(clamping: bulk.firstOffset), salt: header.salt),
          let size = image.bytes.withUnsafeBytes({ frameSize($0, at: Int(clamping: bulk.lastOffset), salt: header.salt) })
        else { throw wrongTarget(group) }
        start = Int(clamping: bulk.lastOffset) + size
      }
      guard start <= Int(target.offset), image.pad(from: start, to: Int(target.offset), salt: header.salt) else {
        throw wrongTarget(group)
      }
      image.place(group.body, at: Int(target.offset))
    }
    tail = .init(segment: target.segment, offset: end)
    report.redoneCommits += Int(group.header.frameCount)
  }

  private mutating func closeTail(
    at end: UInt64, of id: UInt32, _ group: LogScan.Group
  ) throws(StoreError) {
    let image = try reader.image(tail.segment)
    guard id == tail.segment, end >= tail.offset, let header = image.header(storeID: superblock.storeID),
      image.pad(from: Int(tail.offset), to: Int(clamping: end), salt: header.salt)
    else { throw wrongTarget(group) }
    image.cut(at: Int(end))
  }

  private func bulkReference(_ group: LogScan.Group, _ segment: SegmentHeader) -> BulkReference? {
    group.body.withUnsafeBytes { body in
      guard
        let (header, _) = FrameHeader.decode(body, salt: segment.salt, offset: group.header.target.offset),
        header.kind == .bulkReference
      else { return nil }
      return BulkReference(decoding: UnsafeRawBufferPointer(rebasing: body[FormatConstants.frameHeaderSize...]))
    }
  }

  private func frameSize(_ bytes: UnsafeRawBufferPointer, at offset: Int, salt: UInt64) -> Int? {
    guard offset < bytes.count else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    guard let (header, _) = FrameHeader.decode(rest, salt: salt, offset: UInt64(offset)) else { return nil }
    return offset + header.size <= bytes.count ? header.size : nil
  }

  private func wrongTarget(_ group: LogScan.Group) -> StoreError {
    StoreError(
      .segmentCorrupt, tried: "redo commit \(group.header.firstSequence)",
      path: paths.segment(group.header.target.segment), offset: group.header.target.offset,
      found: "the segment does not reach the place of the commit, or its header is damaged",
      remedy: "Restore the store from a backup; it was left as it is.", sequence: group.header.firstSequence)
  }

  // MARK: Reading the segments

  /// Where the chain begins: behind the checkpoint, or at the first segment.
  private mutating func start() throws(StoreError) -> (position: Superblock.Position, chain: UInt64, sequence: UInt64) {
    if superblock.checkpoint.id != 0 {
      do {
        let checkpoint = try readCheckpoint()
        for segment in checkpoint.segments { try load(segment) }
        sealed = checkpoint.segments
        try loadHotPart(before: checkpoint)
        return (checkpoint.position, checkpoint.chain, checkpoint.sequence)
      } catch {
        guard error.code == .checkpointCorrupt else { throw error }
        report.checkpointProblem = error.description
      }
    }
    return try startWithoutCheckpoint()
  }

  /// Loads what the hot segment holds before the position of the checkpoint, which the segment table does not
  /// list: it names sealed segments only.
  private mutating func loadHotPart(before checkpoint: CheckpointFile) throws(StoreError) {
    let header = try hotHeader(checkpoint.position.segment)
    let end = Int(clamping: checkpoint.position.offset)
    let last = try walk(
      header, from: FormatConstants.segmentHeaderSize, to: end, chain: header.hash, sequence: 0)
    guard last.chain == checkpoint.chain else {
      throw reader.damaged(
        header.id, .init(offset: end, reason: "the frame before it is not the one that the checkpoint names"))
    }
  }

  private func readCheckpoint() throws(StoreError) -> CheckpointFile {
    let path = paths.checkpoint(superblock.checkpoint.id)
    let failure = { (found: String) in
      StoreError(
        .checkpointCorrupt, tried: "read the checkpoint", path: path, found: found,
        remedy: "The indexes were rebuilt from the segments; open the store for writing to renew it.")
    }
    let bytes: [UInt8]
    do {
      bytes = try io.open(path, .readOnly).readAll()
    } catch {
      throw failure(error.description)
    }
    guard CheckpointFile.hash(bytes, superblock.storeID) == superblock.checkpoint.hash else {
      throw failure("its checksum is not the one in the superblock")
    }
    let decoded = bytes.withUnsafeBytes { raw -> Result<CheckpointFile, ByteReader.Failure> in
      do throws(ByteReader.Failure) { return .success(try CheckpointFile(decoding: raw)) } catch { return .failure(error) }
    }
    switch decoded {
    case .success(let checkpoint):
      guard checkpoint.id == superblock.checkpoint.id, checkpoint.storeID == superblock.storeID else {
        throw failure("it belongs to another store or place")
      }
      return checkpoint
    case .failure(let error): throw failure(error.reason)
    }
  }

  /// The segments that count without a list of them: cold ones by their own chain, hot ones from the first on.
  private mutating func startWithoutCheckpoint() throws(StoreError) -> (
    position: Superblock.Position, chain: UInt64, sequence: UInt64
  ) {
    let headers = reader.numbers.compactMap { reader.header($0) }
    // After a compaction there are two beginnings until the old segments are gone: the later one counts.
    let durable = superblock.durable.position.segment
    let hot = headers.filter { $0.kind == .hot && $0.id <= durable }
    guard let first = hot.last(where: { $0.previousID == 0 }) else {
      throw StoreError(
        .segmentCorrupt, tried: "read the segments", path: paths.segments,
        found: "no segment that begins the log, among \(reader.numbers.count) files",
        remedy: "Restore the store from a backup; it was left as it is.")
    }
    // The cold segments of the compaction that made it lie right before it; any other is an input that is about
    // to go, or the output of a compaction that never counted.
    let input = hot.last { $0.id < first.id }?.id ?? 0
    for header in headers where header.kind == .cold && header.id > input && header.id < first.id {
      let id = header.id
      let size = try reader.withBytes(id) { bytes throws(StoreError) in bytes.count }
      let last = try walk(header, from: FormatConstants.segmentHeaderSize, to: size, chain: header.hash, sequence: 0)
      sealed.append(
        SealedSegment(
          id: id, kind: .cold, size: UInt64(size), lastHash: last.chain, createdSequence: header.createdSequence))
    }
    let position = Superblock.Position(segment: first.id, offset: UInt64(FormatConstants.segmentHeaderSize))
    return (position, first.hash, first.createdSequence)
  }

  /// Loads a segment that the checkpoint lists.
  private mutating func load(_ segment: SealedSegment) throws(StoreError) {
    guard let header = reader.header(segment.id), header.kind == segment.kind else {
      throw reader.damaged(segment.id, .init(offset: 0, reason: "the segment header is missing or damaged"))
    }
    let size = try reader.withBytes(segment.id) { bytes throws(StoreError) in bytes.count }
    guard size >= Int(clamping: segment.size) else {
      throw reader.damaged(segment.id, .init(offset: size, reason: "the file is \(size) bytes, not \(segment.size)"))
    }
    let last = try walk(
      header, from: FormatConstants.segmentHeaderSize, to: Int(clamping: segment.size), chain: header.hash, sequence: 0)
    guard last.chain == segment.lastHash else {
      throw reader.damaged(
        segment.id, .init(offset: size, reason: "it does not end with the frame that the checkpoint names"))
    }
  }

  private mutating func walk(
    _ header: SegmentHeader, from start: Int, to end: Int, chain: UInt64, sequence: UInt64,
    stopsAtFailure: Bool = false
  ) throws(StoreError) -> (end: Int, chain: UInt64, sequence: UInt64) {
    let id = header.id
    var walker = FrameWalker(
      salt: header.salt, hashSeed: superblock.hashSeed, chain: chain, sequence: sequence)
    var loader = loader
    let reader = reader
    let reached = try reader.withBytes(id) { bytes throws(StoreError) -> Int in
      guard bytes.count >= end else {
        throw reader.damaged(id, .init(offset: bytes.count, reason: "the file ends before byte \(end)"))
      }
      return try walker.walk(bytes, from: start, to: end, stopsAtFailure: stopsAtFailure) {
        frame throws(StoreError) in try loader.add(frame, segment: id)
      } fail: { reader.damaged(id, $0) }
    }
    self.loader = loader
    return (reached, walker.chain, walker.sequence)
  }

  /// Walks the chain from its start to the end of the log and builds the indexes.
  private mutating func load(
    end: Superblock.Position, lastSequence: SequenceNumber, idLimit: UInt64
  ) throws(StoreError) -> RecoveredLog {
    var (position, chain, sequence) = try start()
    var header = try hotHeader(position.segment)
    let durable = superblock.durable
    while true {
      if position.segment == durable.position.segment, position.offset <= durable.position.offset {
        let last = try walk(
          header, from: Int(position.offset), to: Int(clamping: durable.position.offset), chain: chain, sequence: sequence)
        guard last.chain == durable.hash, last.sequence == durable.sequence else {
          throw reader.damaged(
            header.id,
            .init(offset: last.end, reason: "the log is not the one whose end the superblock remembers"))
        }
        (position.offset, chain, sequence) = (durable.position.offset, last.chain, last.sequence)
      }
      guard position.segment != end.segment else { break }
      guard let next = reader.successor(of: position.segment) else {
        throw StoreError(
          .segmentCorrupt, tried: "read the segments", path: paths.segments,
          found: "no segment continues segment \(position.segment), but the log ends in segment \(end.segment)",
          remedy: "Restore the store from a backup; it was left as it is.")
      }
      let last = try walk(
        header, from: Int(position.offset), to: Int(clamping: next.previousEnd), chain: chain, sequence: sequence)
      guard last.chain == next.previousHash else {
        throw reader.damaged(header.id, .init(offset: last.end, reason: "the next segment does not follow it"))
      }
      sealed.append(
        SealedSegment(
          id: header.id, kind: .hot, size: next.previousEnd, lastHash: last.chain,
          createdSequence: header.createdSequence))
      position = .init(segment: next.id, offset: UInt64(FormatConstants.segmentHeaderSize))
      (chain, sequence) = (next.hash, last.sequence)
      header = next
    }
    let last = try walk(
      header, from: Int(position.offset), to: Int(end.offset), chain: chain, sequence: sequence)
    guard last.sequence == lastSequence else {
      throw reader.damaged(
        header.id,
        .init(offset: last.end, reason: "the log ends with commit \(last.sequence), not \(lastSequence)"))
    }
    return try finish(header, end: end, chain: last.chain, sequence: last.sequence, idLimit: idLimit)
  }

  private func hotHeader(_ id: UInt32) throws(StoreError) -> SegmentHeader {
    guard let header = reader.header(id) else {
      throw reader.damaged(id, .init(offset: 0, reason: "the segment header is missing or damaged"))
    }
    return header
  }

  /// Reads the segments of a running writer up to the first frame that is not whole.
  private mutating func readVisible() throws(StoreError) -> RecoveredLog {
    var (position, chain, sequence) = try start()
    var header = try hotHeader(position.segment)
    while true {
      let size = try reader.withBytes(header.id) { bytes throws(StoreError) in bytes.count }
      let last = try walk(
        header, from: Int(position.offset), to: size, chain: chain, sequence: sequence, stopsAtFailure: true)
      (position.offset, chain, sequence) = (UInt64(last.end), last.chain, last.sequence)
      guard let next = reader.successor(of: header.id), next.previousHash == chain else { break }
      sealed.append(
        SealedSegment(
          id: header.id, kind: .hot, size: next.previousEnd, lastHash: chain,
          createdSequence: header.createdSequence))
      position = .init(segment: next.id, offset: UInt64(FormatConstants.segmentHeaderSize))
      chain = next.hash
      header = next
    }
    return try finish(header, end: position, chain: chain, sequence: sequence, idLimit: superblock.idLimit)
  }

  private mutating func finish(
    _ header: SegmentHeader, end: Superblock.Position, chain: UInt64, sequence: SequenceNumber, idLimit: UInt64
  ) throws(StoreError) -> RecoveredLog {
    var table = SegmentTable()
    for segment in sealed { table.insert(try openSegment(segment.id, sealedAt: segment.size)) }
    if table[header.id] == nil { table.insert(try openSegment(header.id, sealedAt: nil)) }
    report.recordCount = loader.recordCount
    let highest = loader.highestID
    let state = try loader.finish(segments: table, sequence: sequence)
    return RecoveredLog(
      superblock: superblock, state: state, end: end, chain: chain, lastSequence: sequence, hotHeader: header,
      sealed: sealed, images: reader.images.values.sorted { $0.id < $1.id }, idLimit: max(idLimit, highest + 1),
      report: report)
  }

  private func openSegment(_ id: UInt32, sealedAt size: UInt64?) throws(StoreError) -> Segment {
    let header = try hotHeader(id)
    if let image = reader.images[id], image.firstDirty != nil {
      return Segment(
        id: id, salt: header.salt, file: ImageFile(path: paths.segment(id), bytes: image.bytes),
        allowsMapping: false)
    }
    do {
      let segment = Segment(
        id: id, salt: header.salt, file: try io.open(paths.segment(id), .readOnly), allowsMapping: allowsMapping)
      if let size { segment.seal(size: size) }
      return segment
    } catch {
      throw StoreError(error, tried: "open segment \(id)", code: .segmentCorrupt)
    }
  }
}
