import Synchronization

/// An open store: an append-only log of records, the graph in it, and its indexes in memory.
///
/// Any number of threads may read (through snapshots) and commit; readers never wait for anybody, and commits that
/// come while another one is being written become durable together by the next write. All calls that write to
/// disk block the calling thread, but for the asynchronous ones.
public final class Store: Sendable {
  /// What one thread at a time may touch, never while it waits for the disk to make a group durable.
  struct Writer {
    var log: LogWriter
    var lock: WriterLock?
    var isClosed = false
    /// The indexes after all commits that were laid out; nil: as published.
    var head: IndexState?
    /// Records of the commit in hand.
    var content: FrameContent
    /// Whether a sync of the relaxed mode is due, and when, where no thread sees to it.
    var isSyncDue = false
    var syncDeadline: Int64 = 0
    /// How commits of several threads become groups.
    var grouping = CommitGrouping()
    /// Bytes of segments below which no compaction is tried, since the last one could not get there.
    var spaceFloor = 0
    /// Bytes of segments when a full disk could not be helped by a compaction.
    var fruitlessBytes: Int?
    /// Bytes of the log behind the checkpoint when writing one failed: the next attempt waits for twice as many.
    var failedCheckpoint: UInt64 = 0

    init(log: LogWriter, lock: WriterLock?, hashSeed: UInt64) {
      self.log = log
      self.lock = lock
      content = FrameContent(hashSeed: hashSeed)
    }
  }

  /// Directory of the store.
  public let path: String
  /// Identity of the store.
  public let identifier: StoreID
  /// What the opening found.
  public let recovery: RecoveryReport
  let io: any StorageIO
  let options: StoreOptions
  let hashSeed: UInt64
  /// Opens and seals the values of attributes that ask for it.
  package let sealing: Sealing
  /// The external blobs.
  let blobs: BlobStore
  /// Whether nothing can be written.
  public let isReadOnly: Bool
  /// The process that opened the store: another one has it only by a fork.
  private let owner: Int32
  /// Whether the opening found damage, so that no blob is sure to be an orphan.
  let hidesDamage: Bool
  /// nil when opened for reading only.
  let writer: Lock<Writer?>
  /// How far a store that is opened for reading has followed who writes to it; nil otherwise.
  let follower: Lock<Follower?>
  private let published: Lock<IndexVersion>
  private let newest: Atomic<UInt64>
  /// Commits and groups that became durable.
  let commitCount = Atomic<Int>(0)
  let groupCount = Atomic<Int>(0)
  /// Threads for what no commit should wait for; nil if all is done inline.
  let work: Background?
  let ids: Lock<IDAllocator>
  let recent: Lock<RecentChanges>
  /// Whether a thread writes a checkpoint, or keeps others from it.
  let isCheckpointing = Atomic<Bool>(false)
  /// Whether the log behind the checkpoint has grown so much that the next commit should see to a new one.
  let isCheckpointDue = Atomic<Bool>(false)
  /// What compactions have done.
  let compaction = Lock(CompactionLedger())
  /// Bytes that the compaction in hand has written.
  let compactionOutput = Atomic<Int>(0)
  /// Whether there is so much dead that a commit should see to a compaction, and whether commits should wait for it.
  let isCompactionDue = Atomic<Bool>(false)
  let isSpaceShort = Atomic<Bool>(false)
  /// Whether the store is being closed: what is done in the background ends.
  let isEnding = Atomic<Bool>(false)

  init(
    path: String,
    io: any StorageIO,
    options: StoreOptions,
    recovered: RecoveredLog,
    state: IndexState,
    log: sending LogWriter?,
    lock: WriterLock?,
    mark: ReaderMark? = nil
  ) {
    self.path = path
    self.io = io
    self.options = options
    identifier = recovered.superblock.storeID
    recovery = recovered.report
    hidesDamage = recovered.hidesDamage
    hashSeed = recovered.superblock.hashSeed
    owner = io.process.processID
    let sealing = Sealing(
      store: recovered.superblock.storeID,
      paths: StorePaths(root: path),
      io: io,
      source: options.encryption
    )
    self.sealing = sealing
    let files = BlobFiles(io: io, paths: StorePaths(root: path), store: recovered.superblock.storeID)
    blobs = BlobStore(files)
    var state = state
    state.sealing = sealing
    state.blobFiles = files
    published = Lock(IndexVersion(state, mark: mark))
    newest = Atomic(state.sequence)
    ids = Lock(IDAllocator(next: recovered.idLimit, limit: recovered.idLimit))
    recent = Lock(RecentChanges(floor: state.sequence))
    isReadOnly = log == nil
    follower = Lock(log == nil ? Follower(recovered) : nil)
    work = log != nil && options.backgroundWork == .thread ? Background() : nil
    if let log {
      writer = Lock(Writer(log: log, lock: lock, hashSeed: recovered.superblock.hashSeed))
    } else {
      writer = Lock(nil)
    }
  }

  /// Number of the newest commit. One atomic load: cheap enough to ask on each call.
  public var sequence: SequenceNumber { newest.load(ordering: .acquiring) }

  /// The catalog of the newest version.
  public var catalog: Catalog { published.withLock { $0.state.catalog } }

  /// The newest committed version. O(1).
  public func snapshot() -> Snapshot { Snapshot(version: published.withLock { $0 }) }

  /// Makes a version the newest one.
  ///
  /// - Parameter mark: Tells writers of it; nil goes on with that of the version before.
  /// - Returns: The version before it. Letting the last reference to one go takes a while; do it without a lock.
  @discardableResult
  func publish(_ state: IndexState, mark: ReaderMark? = nil) -> IndexVersion {
    var old = published.withLock { present in
      let old = present
      present = IndexVersion(state, mark: mark ?? old.mark)
      return old
    }
    newest.store(state.sequence, ordering: .releasing)
    if !isKnownUniquelyReferenced(&old) {
      let (held, time) = (old, io.now())
      compaction.withLock { $0.supersede(held, held.sequence, at: time) }
    }
    return old
  }

  /// Opens the segments that a snapshot may still want to read, as long as no other process can remove them.
  func holdReadSegments() {
    let isNewestRead = published.withLock { !isKnownUniquelyReferenced(&$0) }
    guard isNewestRead || compaction.withLock({ $0.oldestReader != nil }) else { return }
    // What cannot be opened is told to who reads it.
    for segment in snapshot().state.segments.all { try? segment.hold() }
    var versions = compaction.withLock { $0.readVersions }
    if isNewestRead { versions.append(published.withLock { $0 }) }
    for version in versions where version.state.blobFiles != nil && !version.state.blobs.isEmpty {
      // Without a mark the blobs of the version may go: then their values cannot be read.
      if let mark = try? ReaderMark(version.sequence, io: io, paths: StorePaths(root: path)) {
        version.hold(mark)
      }
    }
  }

  /// An id that no object had before and none will have after. Durable before it is handed out: a crash leaves
  /// holes, never repeats. Every few thousand ids, one synchronous write if no commit has raised the limit.
  ///
  /// A store opened for reading gives ids that no writer will give: they tell apart objects that are never written.
  public func newObjectID() throws(StoreError) -> ObjectID {
    if isReadOnly { return ids.withLock { $0.takeUnsaved() } }
    if let id = ids.withLock({ $0.take() }) { return id }
    try withWriter("take an object id") { writer throws(StoreError) in
      let (needed, isUsedUp) = ids.withLock { ($0.isExhausted, $0.isUsedUp) }
      guard !isUsedUp else {
        throw StoreError(
          .limitExceeded,
          tried: "take an object id",
          path: path,
          found: "all \(FormatConstants.idBound) ids were handed out",
          remedy: "Copy the objects to a new store."
        )
      }
      guard needed else { return }
      let limit = ids.withLock { $0.nextLimit }
      if !Sabotage.idLimitNotRaised.isOn { try writer.log.publishIDLimit(limit) }
      ids.withLock { $0.raise(to: limit) }
    }
    return try newObjectID()
  }

  /// Sees to it that no id up to one is handed out, not even after a crash: for objects that bring their ids along.
  ///
  /// - Throws: As `newObjectID()`.
  package func reserveObjectIDs(upTo last: ObjectID) throws(StoreError) {
    guard ids.withLock({ $0.next <= last.rawValue }) else { return }
    try withWriter("take object ids") { writer throws(StoreError) in
      let limit = ids.withLock { ids -> UInt64? in
        ids.skip(past: last)
        return ids.isExhausted ? ids.nextLimit : nil
      }
      guard let limit else { return }
      try writer.log.publishIDLimit(limit)
      ids.withLock { $0.raise(to: limit) }
    }
  }

  /// Whether the calling process is a fork of the one that opened the store. It shares the locks of that, so that
  /// nothing else would keep both from writing.
  var isInherited: Bool { io.process.processID != owner }

  /// Runs with access to the write side, while other threads may have groups waiting or in hand.
  func withOpenWriter<R: Sendable>(
    _ tried: String,
    _ body: (inout Writer) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    // Before the lock: a thread of the process that forked may have had it, and will never give it back here.
    guard !isInherited else {
      throw StoreError(
        .closed,
        tried: tried,
        path: path,
        found: "process \(io.process.processID) was forked from process \(owner), which has the store open",
        remedy: "Write in the process that opened it, or open the store after the fork, in one process only."
      )
    }
    return try writer.withLock { state throws(StoreError) -> R in
      guard var open = state.take() else {
        throw StoreError(
          .readOnly,
          tried: tried,
          path: path,
          found: "it was opened for reading only",
          remedy: "Open it for writing."
        )
      }
      defer { state = open }
      guard !open.isClosed else {
        throw StoreError(
          .closed,
          tried: tried,
          path: path,
          found: "it was closed",
          remedy: "Open it again."
        )
      }
      return try body(&open)
    }
  }
}
