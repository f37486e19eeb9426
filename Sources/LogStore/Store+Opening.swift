import Synchronization

extension Store {
  /// Opens the store at a path, or creates one there.
  ///
  /// After a crash the opening brings everything back that was acknowledged. Inside one process, opening a
  /// store that is open for writing already returns the same instance; each opening wants exactly one `close()`.
  ///
  /// - Throws: `storeMissing`, `notAStore`, `newerFormat`, `storeLocked` (naming the holder), `poisoned` (this
  ///   process has it open, and a write failed in it), `networkFileSystem`, or what recovery found:
  ///   `superblockCorrupt`, `walCorrupt`, `segmentCorrupt`, `catalogCorrupt`, `recordCorrupt`. The files are then
  ///   as they were.
  /// - Complexity: O(catalog + segments) after a clean close, otherwise O(log behind the checkpoint); O(bytes of
  ///   the store) only where no checkpoint can be used. Records are verified when they are read.
  ///
  /// A process under a limit of file sizes (`ulimit -f`) has to ignore `SIGXFSZ` for a commit that passes it to
  /// throw; otherwise the system ends the process.
  public static func open(
    at path: String,
    options: StoreOptions = StoreOptions(),
    io: any StorageIO = PosixStorageIO()
  ) throws(StoreError) -> Store {
    let paths = StorePaths(root: path)
    switch options.access {
    case .readOnly: return try openReadOnly(paths, options, io)
    case .readWrite:
      return try StoreRegistry.shared.open(paths, io) { () throws(StoreError) in
        try openForWriting(paths, options, io)
      }
    }
  }

  private static func openReadOnly(
    _ paths: StorePaths,
    _ options: StoreOptions,
    _ io: any StorageIO
  ) throws(StoreError) -> Store {
    _ = try SuperblockSlots(io: io, paths: paths)  // says what is no store
    // Until it is known which version it will be, all blobs are kept.
    let entry = try ReaderMark(0, io: io, paths: paths)
    defer { withExtendedLifetime(entry) {} }
    let (recovered, _) = try Recovery.read(
      io: io,
      paths: paths,
      allowsMapping: options.allowsMapping && io.supportsMapping,
      timeout: options.busyTimeout
    )
    let mark = try ReaderMark(recovered.state.sequence, io: io, paths: paths)
    return Store(
      path: paths.root,
      io: io,
      options: options,
      recovered: recovered,
      state: recovered.state,
      log: nil,
      lock: nil,
      mark: mark
    )
  }

  private static func openForWriting(
    _ paths: StorePaths,
    _ options: StoreOptions,
    _ io: any StorageIO
  ) throws(StoreError) -> Store {
    try refuseNetwork(paths, options, io)
    if try isVacant(paths, io) {
      guard options.createsIfMissing else { throw missing(paths) }
      try StoreCreator.create(io: io, paths: paths, options: options)
    }
    // Judged before the lock file is touched: what is no store is left as it is.
    let slots = try SuperblockSlots(io: io, paths: paths)
    guard slots.chosen.readOnlyFeatures == 0 else {
      throw StoreError(
        .newerFormat,
        tried: "open the store for writing",
        path: paths.superblock,
        found: "features \(String(slots.chosen.readOnlyFeatures, radix: 16)) that this version can only read",
        remedy: "Open it for reading only, or use a newer version of the program; it was left as it is."
      )
    }
    let lock = try WriterLock(io: io, paths: paths, timeout: options.busyTimeout)
    var options = options
    options.backgroundWork = options.backgroundWork ?? (io is PosixStorageIO ? .thread : .inline)
    let io = lock.io
    let mapping = options.allowsMapping && io.supportsMapping
    let recovered: RecoveredLog
    let log: LogWriter
    let state: IndexState
    do throws(StoreError) {
      recovered = try Recovery.run(io: io, paths: paths, allowsMapping: mapping, holdsLock: true)
      (log, state) = try RecoveryWriter.write(
        recovered,
        io: io,
        paths: paths,
        allowsMapping: mapping,
        durability: options.durability
      )
    } catch {
      lock.release()
      throw error
    }
    lock.endRecovery()
    return Store(
      path: paths.root,
      io: io,
      options: options,
      recovered: recovered,
      state: state,
      log: log,
      lock: lock
    )
  }

  private static func refuseNetwork(
    _ paths: StorePaths,
    _ options: StoreOptions,
    _ io: any StorageIO
  ) throws(StoreError) {
    guard !options.allowsNetworkFileSystem else { return }
    do {
      let place = try io.metadata(paths.root) == nil ? paths.parent : paths.root
      guard try io.metadata(place) != nil else {
        guard options.createsIfMissing else { throw missing(paths) }
        throw StoreError(
          .storeMissing,
          tried: "create the store \(paths.root)",
          path: place,
          found: "the directory does not exist",
          remedy: "Create it, or choose another path."
        )
      }
      guard try !io.isNetworkFileSystem(place) else {
        throw StoreError(
          .networkFileSystem,
          tried: "open the store",
          path: place,
          found: "a network file system",
          remedy: "Keep the store on a local disk, or allow it with allowsNetworkFileSystem."
        )
      }
    } catch let error as StoreError {
      throw error
    } catch let error as StorageIOError {
      throw StoreError(error, tried: "open the store")
    } catch {
      throw StoreError(.inputOutput, tried: "open the store", found: "\(error)", remedy: "Try again.")
    }
  }

  private static func missing(_ paths: StorePaths) -> StoreError {
    StoreError(
      .storeMissing,
      tried: "open the store",
      path: paths.root,
      found: "there is no store at this path",
      remedy: "Check the path."
    )
  }

  /// Whether nothing is at the path, or an empty directory.
  private static func isVacant(_ paths: StorePaths, _ io: any StorageIO) throws(StoreError) -> Bool {
    do {
      guard let metadata = try io.metadata(paths.root) else { return true }
      guard metadata.kind == .directory, try io.metadata(paths.superblock) == nil else { return false }
      return try io.contents(ofDirectory: paths.root).isEmpty
    } catch {
      throw StoreError(error, tried: "open the store")
    }
  }

  /// The failure after which nothing can be written any more, also one in the background that no commit was told of
  /// yet; nil as long as there was none.
  package var failure: StoreError? {
    writer.withLock { open in
      try? open?.log.collectBackgroundWork(waits: false)  // what it throws is the failure
      return open?.log.poison
    }
  }

  /// Ends this opening: to be called once for each of them. The last one makes everything durable, writes a
  /// checkpoint and gives up the right to write.
  ///
  /// In a fork of the process that opened it nothing happens: the store is still that one's.
  public func close() throws(StoreError) {
    guard !isReadOnly, !isInherited, StoreRegistry.shared.shouldClose(self) else { return }
    try finish()
  }

  /// Makes everything durable and gives up the right to write.
  func finish() throws(StoreError) {
    isEnding.store(true, ordering: .relaxed)
    beginCheckpointing()
    defer { endCheckpointing() }
    work?.finish()
    do throws(StoreError) {
      try withWriter("close the store") { writer throws(StoreError) in
        writer.isClosed = true
        holdReadSegments()
        defer { writer.lock?.release() }
        let state = snapshot().state
        try writer.log.close(
          nextID: ids.withLock { $0.next },
          checkpointing: isCheckpointDueAtClose(writer.log, state) ? state : nil
        )
        removeReleasedBlobs(upTo: writer.log.durableSequence)
      }
    } catch {
      guard error.code == .closed else { throw error }
    }
  }
}
