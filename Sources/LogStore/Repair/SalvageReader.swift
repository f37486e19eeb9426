/// Reads everything that can be read of a damaged store: the checkpoint, as far as its pages are sound, the log,
/// and each segment that counts, behind damage too.
struct SalvageReader {
  private let io: any StorageIO
  private let paths: StorePaths
  let root: SalvageRoot
  let salvage: Salvage
  /// The segments that counted at the checkpoint; nil where that is not known.
  private let table: [UInt32: SealedSegment]?
  /// Where the log goes on behind it.
  private let position: Superblock.Position
  /// History of commits up to this one does not count.
  let historyFloor: SequenceNumber
  /// Lowest id that was never handed out, as far as superblock and log tell.
  private(set) var idLimit: UInt64 = 1
  /// What is lost besides objects.
  private(set) var losses: [RepairLoss] = []
  /// What is damaged without a loss.
  private(set) var notes: [String] = []
  /// Headers of the segments, by their numbers.
  private var headers: [UInt32: SegmentHeader] = [:]
  /// Bulk frames that the log makes count: by segment and offset, with their hashes.
  private var references: [UInt32: [UInt64: UInt64]] = [:]
  /// Whether segments may hold commits that the log lacks: what was never acknowledged is not in them.
  private var mayLackCommits = false

  /// Reads a store.
  init(io: any StorageIO, paths: StorePaths) throws(StoreError) {
    self.io = io
    self.paths = paths
    root = try SalvageRoot(io: io, paths: paths)
    let (image, header) = try Self.checkpoint(root.superblock, io, paths)
    salvage = Salvage(hashSeed: root.hashSeed, guide: image.map { SalvageGuide($0) })
    table = (image?.header ?? header).map { header in
      Dictionary(header.segments.map { ($0.id, $0) }) { $1 }
    }
    position = (image?.header ?? header)?.position ?? .init(segment: 0, offset: 0)
    historyFloor = (image?.header ?? header)?.historyFloor ?? 0
    if let superblock = root.superblock {
      idLimit = superblock.idLimit
      salvage.note(superblock.durable.sequence)
      salvage.note(superblock.checkpoint.sequence)
      salvage.note(superblock.epoch.firstSequence &- 1)
      if let previous = superblock.previous { salvage.note(previous.lastSequence) }
    }
    let numbers = try segmentNumbers()
    try readHeaders(numbers)
    try readLog()
    try readSegments(numbers)
    if salvage.lacksDefinitions { try searchDefinitions(numbers) }
  }

  /// Looks for copies of the schema where nothing counts any more: a half of the log keeps its groups until it is
  /// used again, and a compaction may have left segments.
  private func searchDefinitions(_ numbers: [UInt32]) throws(StoreError) {
    let names = [paths.half(0), paths.half(1)] + numbers.map { paths.segment($0) }
    for path in names {
      guard let file = try SalvageFile(path, io: io) else { continue }
      salvage.files.append(file)
      var scan = SalvageScan(
        salvage,
        file: salvage.files.count - 1,
        segment: 0,
        start: 0,
        segmentStart: 0,
        salt: nil,
        highestVersion: FormatConstants.sequenceBound - 1
      )
      scan.takeCatalog(upTo: file.size)
      file.release()
    }
  }

  /// The checkpoint, and where that is damaged the list of its segments.
  private static func checkpoint(
    _ superblock: Superblock?,
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StoreError) -> (CheckpointImage?, CheckpointHeader?) {
    guard let superblock, superblock.checkpoint.id != 0 else { return (nil, nil) }
    do throws(StoreError) {
      return (try CheckpointFiles.open(superblock, io: io, paths: paths, allowsMapping: false), nil)
    } catch {
      // A device that fails is damage here.
      return (nil, try? SegmentList.read(superblock, io: io, paths: paths))
    }
  }

  // MARK: What the new store takes over

  /// Ids from here on cannot have been handed out.
  var idBound: UInt64 { root.superblock == nil ? FormatConstants.idBound : idLimit }

  /// What the new store has in common with this one.
  func origin(_ sequence: SequenceNumber, _ io: any StorageIO) -> StoreAssembler.Origin {
    StoreAssembler.Origin(
      storeID: root.storeID,
      hashSeed: root.hashSeed,
      segmentTarget: root.segmentTarget,
      created: root.superblock?.created ?? io.now(),
      sequence: sequence
    )
  }

  // MARK: Segments

  private func segmentNumbers() throws(StoreError) -> [UInt32] {
    var found: [UInt32] = []
    do throws(StorageIOError) {
      if try io.metadata(paths.segments)?.kind == .directory {
        found = try io.contents(ofDirectory: paths.segments).compactMap { StorePaths.segmentNumber(in: $0) }
      }
    } catch {
      throw StoreError(error, tried: "list the segments")
    }
    return found.sorted()
  }

  private mutating func readHeaders(_ numbers: [UInt32]) throws(StoreError) {
    for number in numbers {
      guard let file = try SalvageFile(paths.segment(number), io: io) else { continue }
      let bytes = file.bytes(at: 0, count: FormatConstants.segmentHeaderSize)
      guard let header = SegmentHeader(decoding: bytes, storeID: root.storeID), header.id == number else {
        continue
      }
      headers[number] = header
    }
  }

  /// Whether a segment counts. Where the list of those that do is lost, or some of them are, all do.
  private func counts(_ number: UInt32, _ isTableWhole: Bool) -> Bool {
    guard let table, isTableWhole, table[number] == nil else { return true }
    return number >= position.segment && headers[number]?.kind != .cold
  }

  private mutating func readSegments(_ numbers: [UInt32]) throws(StoreError) {
    let present = Set(numbers)
    let isTableWhole = table?.keys.allSatisfy { present.contains($0) } ?? false
    noteMissing(present)
    var ends: [UInt32: UInt64] = [:]
    for header in headers.values where header.kind == .hot { ends[header.previousID] = header.previousEnd }
    for number in numbers where counts(number, isTableWhole) {
      guard let file = try SalvageFile(paths.segment(number), io: io) else { continue }
      salvage.files.append(file)
      read(number, file, known: table?[number]?.size ?? ends[number])
      file.release()
    }
  }

  /// Lists segments that must exist and do not: those that a later one continues, and that of the durable mark.
  private mutating func noteMissing(_ present: Set<UInt32>) {
    var needed = Set(table.map { Array($0.keys) } ?? [])
    for header in headers.values where header.kind == .hot && header.previousID != 0 {
      if header.id > position.segment { needed.insert(header.previousID) }
    }
    if let superblock = root.superblock { needed.insert(superblock.durable.position.segment) }
    for number in needed.subtracting(present).sorted() {
      losses.append(.missing(paths.segment(number), "the segment is missing"))
    }
  }

  private mutating func read(_ number: UInt32, _ file: SalvageFile, known: UInt64?) {
    let durable = root.superblock?.durable.position
    let end = min(known ?? file.size, FormatConstants.segmentEndBound)
    var settled = end
    if table?[number] == nil, headers[number]?.kind != .cold, let durable, number >= durable.segment {
      settled = number == durable.segment ? min(known ?? .max, durable.offset) : 0
    }
    let headerSize = UInt64(FormatConstants.segmentHeaderSize)
    let covered =
      salvage.guide == nil
      ? 0 : table?[number] != nil ? .max : number == position.segment ? position.offset : 0
    if settled > 0 {
      if headers[number] == nil { salvage.note(file.path, 0..<headerSize, isCovered: true) }
      var scan = scan(number, from: headerSize)
      scan.coveredEnd = covered
      scan.takeAll(upTo: settled, isOpen: known == nil && durable == nil)
      if file.size < settled { salvage.note(file.path, file.size..<settled, isCovered: covered >= settled) }
    }
    guard settled < end else { return }
    var scan = scan(number, from: max(settled, headerSize))
    scan.takeFrames(
      upTo: end,
      after: root.superblock?.durable.sequence ?? 0,
      takesCommits: mayLackCommits,
      references: references[number] ?? [:]
    )
    if root.mayBeOld, scan.hasRemains {
      let found =
        "bytes behind the end of the log that the superblock knows; a damaged slot may have told of them"
      losses.append(RepairLoss(.bytes, path: file.path, range: settled..<end, found: found))
    }
  }

  private func scan(_ number: UInt32, from start: UInt64) -> SalvageScan {
    SalvageScan(
      salvage,
      file: salvage.files.count - 1,
      segment: number,
      start: start,
      segmentStart: start,
      salt: headers[number]?.salt,
      highestVersion: root.superblock?.durable.sequence ?? FormatConstants.sequenceBound - 1
    )
  }

  // MARK: The log

  /// A group, and the half that it stands in.
  private struct Group {
    var header: GroupHeader
    var half: UInt8
  }

  private mutating func readLog() throws(StoreError) {
    guard let superblock = root.superblock else {
      losses.append(.log(paths.half(0), "it cannot be read without a superblock"))
      return
    }
    var halves: [[UInt8]] = []
    var files: [Int] = []
    for half: UInt8 in [0, 1] {
      let file = try SalvageFile(paths.half(half), io: io)
      let count = min(superblock.halfSize(half), Int(clamping: file?.size ?? 0))
      halves.append(file?.copy(at: 0, count: count) ?? [])
      files.append(salvage.files.count)
      if let file { salvage.files.append(file) }
    }
    var groups: [Group] = []
    do throws(StoreError) {
      for half: UInt8 in [0, 1]
      where halves[Int(half)].count < superblock.halfSize(half) && !superblock.isClean {
        throw StoreError(
          .walCorrupt,
          tried: "",
          path: paths.half(half),
          found: "it is missing or cut",
          remedy: ""
        )
      }
      let padded = halves.map { $0.isEmpty ? [UInt8](repeating: 0, count: FormatConstants.blockSize) : $0 }
      let scan = try LogScan(superblock: superblock, halves: padded, paths: paths)
      mayLackCommits = !superblock.isClean || root.mayBeOld
      if let block = scan.tornBlock, !superblock.isClean {
        notes.append(
          "\(paths.half(superblock.epoch.half)), byte \(UInt64(block) * UInt64(FormatConstants.blockSize)):"
            + " a write that was cut off and never acknowledged, or damage"
        )
      }
      groups = scan.groups.map { group in
        let isActive = group.header.salt == superblock.epoch.salt
        return Group(
          header: group.header,
          half: isActive ? superblock.epoch.half : superblock.previous?.half ?? 0
        )
      }
    } catch {
      mayLackCommits = true
      groups = Self.allGroups(halves, superblock)
      losses.append(.log(error.path ?? paths.root, error.found))
    }
    if root.mayBeOld { groups = Self.allGroups(halves, superblock) }
    for group in groups where halves[Int(group.half)].count > 0 { read(group, files[Int(group.half)]) }
  }

  /// All groups that may count, of a log that is damaged.
  private static func allGroups(_ halves: [[UInt8]], _ superblock: Superblock) -> [Group] {
    var groups: [Group] = []
    for half in 0..<2 {
      let blocks = halves[half].count / FormatConstants.blockSize
      for block in 0..<blocks {
        let header = halves[half].withUnsafeBytes { bytes in
          GroupHeader(
            header: UnsafeRawBufferPointer(rebasing: bytes[(block * FormatConstants.blockSize)...]),
            block: UInt32(block),
            storeSeed: superblock.hashSeed
          )
        }
        guard let header, header.firstSequence < FormatConstants.sequenceBound,
          header.salt == superblock.epoch.salt || header.salt == superblock.previous?.salt
            || header.generation > superblock.generation
        else { continue }
        groups.append(Group(header: header, half: UInt8(half)))
      }
    }
    return groups
  }

  private mutating func read(_ group: Group, _ file: Int) {
    let header = group.header
    let block = UInt64(header.block) * UInt64(FormatConstants.blockSize)
    var start = block + UInt64(FormatConstants.groupHeaderSize)
    let end = block + UInt64(header.size)
    var place = header.target.offset
    if place == 0 {
      let size = FormatConstants.segmentHeaderSize
      let bytes = salvage.files[file].bytes(at: start, count: size)
      if let segment = SegmentHeader(decoding: bytes, storeID: root.storeID),
        segment.id == header.target.segment
      {
        headers[segment.id] = segment
      }
      start += UInt64(size)
      place += UInt64(size)
    }
    if header.idLimit <= FormatConstants.idBound { idLimit = max(idLimit, header.idLimit) }
    salvage.note(header.firstSequence &+ UInt64(header.frameCount) &- 1)
    var scan = SalvageScan(
      salvage,
      file: file,
      segment: header.target.segment,
      start: start,
      segmentStart: place,
      salt: headers[header.target.segment]?.salt,
      highestVersion: FormatConstants.sequenceBound - 1
    )
    if let reference = scan.reference() {
      references[header.target.segment, default: [:]][reference.firstOffset] = reference.firstHash
    } else if headers[header.target.segment] == nil {
      scan.takeAll(upTo: end, isOpen: true)
    } else {
      scan.takeFrames(upTo: end, after: 0, takesCommits: true, references: [:])
    }
  }
}
