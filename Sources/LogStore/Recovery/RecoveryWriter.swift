/// Makes a recovery durable and opens the log for writing (FORMAT.md, "Recovery", steps 7 to 9).
///
/// A crash at any point leads to the same state the next time: the segments are written and synced first, one
/// superblock write makes the new epoch count, and only then is anything removed.
package enum RecoveryWriter {
  /// Writes what differs, begins a new epoch and clears away what does not count.
  ///
  /// - Returns: The writer, and the state with the hot segment open for writing.
  package static func write(
    _ recovered: RecoveredLog,
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    durability: StoreOptions.Durability
  ) throws(StoreError) -> sending (LogWriter, IndexState) {
    do {
      return try writeOut(recovered, io, paths, allowsMapping, durability)
    } catch {
      // A sync is never repeated, whatever it says.
      let isSync = (error as? StorageIOError)?.operation.hasSuffix("sync") == true
      let error = failure(error, paths)
      guard error.code == .outOfSpace, !isSync, SpaceReserve(io, paths, size: 0).release() > 0 else {
        throw error
      }
    }
    do {
      return try writeOut(recovered, io, paths, allowsMapping, durability)
    } catch {
      throw failure(error, paths)
    }
  }

  private static func writeOut(
    _ recovered: RecoveredLog,
    _ io: any StorageIO,
    _ paths: StorePaths,
    _ allowsMapping: Bool,
    _ durability: StoreOptions.Durability
  ) throws -> sending (LogWriter, IndexState) {
    try makeDirectories(io, paths)
    var state = recovered.state
    for image in recovered.images where !image.dirty.isEmpty || image.isCut {
      let isNew = image.id > recovered.superblock.durable.position.segment
      let file = try isNew ? writeAnew(image, io, paths) : writeChanges(image, io, paths)
      state.segments.insert(Segment(id: image.id, file: file, allowsMapping: allowsMapping))
    }
    let hotFile = try io.open(paths.segment(recovered.end.segment), .readWrite)
    let hot = Segment(id: recovered.end.segment, file: hotFile, allowsMapping: allowsMapping)
    state.segments.insert(hot)
    for segment in recovered.sealed { state.segments[segment.id]?.seal(size: segment.size) }
    if try hotFile.size() > recovered.end.offset { try hotFile.truncate(to: recovered.end.offset) }
    let writer = LogWriter(
      io: io,
      paths: paths,
      allowsMapping: allowsMapping,
      durability: durability,
      superblock: recovered.superblock,
      superFile: try io.open(paths.superblock, Sabotage.bufferedSuperblock.isOn ? .readWrite : .durable),
      halves: [],
      hot: hot,
      header: recovered.hotHeader,
      tail: recovered.end.offset,
      chain: recovered.chain,
      sealed: recovered.sealed,
      lastSequence: recovered.lastSequence
    )
    let idLimit = recovered.idLimit
    let hidesDamage = recovered.hidesDamage
    writer.deferredOpening = { [state] writer throws(StoreError) in
      do {
        try complete(writer, idLimit, io, paths)
        // After damage nothing is sure to be an orphan. What cannot be removed is found by the next opening.
        if !hidesDamage {
          BlobFiles(io: io, paths: paths, store: writer.superblock.storeID).clean(for: state)
        }
      } catch {
        throw failure(error, paths)
      }
    }
    let isAsWritten = recovered.images.allSatisfy { $0.dirty.isEmpty && !$0.isCut }
    // The first generation is that of a store that nobody has opened: those are removed if they lie about.
    let isNew = recovered.superblock.generation == 1
    // Who made it may have ended before its name was durable.
    if isNew, !Sabotage.unsyncedStoreName.isOn { try io.syncDirectory(paths.parent) }
    if !recovered.superblock.isClean || !isAsWritten || isNew { try writer.prepareToWrite() }
    return (writer, state)
  }

  /// Writes what may differ of a segment whose name is durable.
  private static func writeChanges(
    _ image: SegmentImage,
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StorageIOError) -> any StorageFile {
    let file = try io.open(paths.segment(image.id), .createOrOpen)
    // A sync that failed may have left a size that only the cache knows, and which a later one writes only if it
    // changes. It grows: readers may have mapped what lies before the end.
    let size = UInt64(image.bytes.count)
    if try file.size() == size { try file.truncate(to: size + 1) }
    for range in image.dirty { try file.write(Array(image.bytes[range]), at: UInt64(range.lowerBound)) }
    try file.truncate(to: size)
    if !Sabotage.unsyncedRecovery.isOn { try file.sync() }
    return file
  }

  /// Writes a whole segment beside its file and puts it in the place of that. No durable mark has passed its
  /// beginning, so a sync of its name may have failed and left a name that only the cache knows, and which no
  /// later sync writes.
  private static func writeAnew(
    _ image: SegmentImage,
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StorageIOError) -> any StorageFile {
    let (path, temporary) = (paths.segment(image.id), paths.renewedSegment(image.id))
    if try io.metadata(temporary) != nil { try io.remove(temporary) }
    let file = try io.open(temporary, .create)
    try file.write(image.bytes, at: 0)
    if !Sabotage.unsyncedRecovery.isOn { try file.sync() }
    try io.rename(temporary, to: path)
    return try io.open(path, .readWrite)
  }

  /// Begins a new epoch and clears away what does not count: at once after a crash, before the first write in a
  /// store that was closed.
  private static func complete(
    _ writer: LogWriter,
    _ idLimit: UInt64,
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws {
    let superblock = writer.superblock
    let halves = [0, 1].map { LogHalf(number: $0, superblock: superblock, io: io, paths: paths) }
    let lost = try halves.filter { half throws(StorageIOError) in try !half.isSound() }
    // Where the new superblock is lost again, the one before it leads back to this log, which only the mode full has
    // synced.
    if !superblock.isClean, superblock.generation > 1 {
      for half in halves { try half.sync() }
    }
    if Sabotage.garbageBeforeSuperblock.isOn { try removeLeftovers(writer, io, paths) }
    let beginning = try writer.beginning(
      idLimit: idLimit,
      wasClean: superblock.isClean,
      highestSegment: try highestSegment(io, paths)
    )
    if !lost.isEmpty {
      // First a superblock that needs no half: a crash must not leave one that does.
      var closed = beginning
      closed.isClean = true
      try writer.publish(closed)
      for half in lost { try half.renew() }
    }
    let isDurable = writer.durability == .full && !Sabotage.bufferedLog.isOn
    writer.halves = try halves.map { half throws(StorageIOError) in
      try io.open(half.path, isDurable ? .durable : .readWrite)
    }
    let next = halves[Int(beginning.epoch.half)]
    if !superblock.isClean, !superblock.needsPreviousEpoch { try next.repeatBeginning() }
    try writer.begin(beginning)
    if !superblock.isClean {
      // Twice, into two slots: where one of them is damaged and the power cuts the repetition off, the superblock
      // before would lead to a log without its first group.
      try writer.publish(writer.superblock)
      try halves[Int(1 - beginning.epoch.half)].repeatBeginning()
    }
    try removeLeftovers(writer, io, paths)
    // Where there is no room for it, the next commit that needs room says so.
    try? writer.spaceReserve.restore()
  }

  private static func failure(_ error: any Error, _ paths: StorePaths) -> StoreError {
    if let error = error as? StoreError { return error }
    if let error = error as? StorageIOError {
      return StoreError(
        error,
        tried: "write the recovered store",
        code: error.isOutOfSpace ? .outOfSpace : .inputOutput
      )
    }
    return StoreError(
      .inputOutput,
      tried: "write the recovered store",
      path: paths.root,
      found: "\(error)",
      remedy: "Try again."
    )
  }

  /// Makes the directories anew that hold nothing which counts, should they be gone.
  private static func makeDirectories(_ io: any StorageIO, _ paths: StorePaths) throws {
    var isNew = false
    for directory in [paths.checkpoints, paths.blobs] where try io.metadata(directory) == nil {
      try io.createDirectory(directory)
      isNew = true
    }
    if isNew { try io.syncDirectory(paths.root) }
  }

  private static func highestSegment(_ io: any StorageIO, _ paths: StorePaths) throws -> UInt32 {
    try io.contents(ofDirectory: paths.segments).compactMap { StorePaths.segmentNumber(in: $0) }.max() ?? 0
  }

  /// Removes files that the durable superblock does not count: segments of commits that never were or that were
  /// compacted, segments that a recovery had begun to write, other checkpoints and their lists.
  private static func removeLeftovers(_ writer: LogWriter, _ io: any StorageIO, _ paths: StorePaths) throws {
    let known = Set(writer.sealed.map(\.id)).union([writer.hotSegment.id])
    var removed = false
    for name in try io.contents(ofDirectory: paths.segments) {
      let path = paths.segments + "/" + name
      if let number = StorePaths.segmentNumber(in: name) {
        // What cannot be read cannot be judged either: it stays.
        guard !known.contains(number), (try? io.open(path, .readOnly).read(count: 1, at: 0)) != nil else {
          continue
        }
      } else if !StorePaths.isRenewedSegment(name) {
        continue
      }
      try io.remove(path)
      removed = true
    }
    if try removeCheckpoints(paths.segments, ".list", writer, io) || removed {
      try io.syncDirectory(paths.segments)
    }
    _ = try removeCheckpoints(paths.checkpoints, ".ckpt", writer, io)
  }

  /// Removes the files in a directory that belong to checkpoints which do not count, and notes their numbers, which
  /// are not used again.
  ///
  /// - Returns: Whether there were any.
  private static func removeCheckpoints(
    _ directory: String,
    _ suffix: String,
    _ writer: LogWriter,
    _ io: any StorageIO
  ) throws -> Bool {
    var removed = false
    for name in try io.contents(ofDirectory: directory) {
      guard let id = StorePaths.number(in: name, suffix: suffix) else { continue }
      if id < FormatConstants.sequenceBound { writer.highestCheckpoint = max(writer.highestCheckpoint, id) }
      guard id != writer.superblock.checkpoint.id else { continue }
      try io.remove(directory + "/" + name)
      removed = true
    }
    return removed
  }
}
