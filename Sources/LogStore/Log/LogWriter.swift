/// The write side of the log: write-ahead log halves, hot segment, superblock (FORMAT.md, "Commit").
///
/// Commits are laid out in order under the store's writer lock; one thread at a time, the leader, writes a group
/// of them outside of it. Everything else here is done under the lock while no group waits or is being written.
/// A failure of a write or sync that may have reached the disk poisons it: from then on it refuses everything
/// until the store is opened again, since Linux may mark pages clean whose write failed.
package final class LogWriter {
  /// The segment that commits append to.
  struct HotSegment {
    var segment: Segment
    var header: SegmentHeader
    /// Where the next frame goes.
    var tail: UInt64
    /// Header hash of the last frame that is no padding.
    var chain: UInt64
    /// Disk space is set aside up to here.
    var reserved: UInt64
  }

  let io: any StorageIO
  let paths: StorePaths
  let allowsMapping: Bool
  package internal(set) var superblock: Superblock
  let superFile: any StorageFile
  var halves: [any StorageFile]
  var hot: HotSegment
  /// Sealed segments, as the next checkpoint will list them.
  package internal(set) var sealed: [SealedSegment] {
    didSet { sealedBytes = sealed.reduce(0) { $0 + Int($1.size) } }
  }
  /// Bytes of the sealed segments.
  private(set) var sealedBytes: Int
  /// Highest number that a checkpoint was given, whatever became of it: one whose name may or may not be on the disk
  /// after a failed sync is not used again.
  var highestCheckpoint: UInt64 = 0
  /// Segments with bytes that were not synced yet.
  var unsynced: [Segment] = []
  /// Whether a segment was created since `seg/` was synced.
  var directoryIsDirty = false
  /// Space for what has to succeed on a full disk.
  let spaceReserve: SpaceReserve
  /// Whether what is being written may take it.
  var mayTakeReserve = false
  /// Whether the next commit opens a segment, however full the present one is.
  var rollsNext = false
  /// Index of the next free block of the active half.
  var block: UInt32 = 0
  /// When the active half was taken into use.
  var halfStarted: Int64
  package internal(set) var lastSequence: SequenceNumber
  /// What an opening of a store that was closed leaves undone until something is written: a new epoch, so that no
  /// commit ever belongs to a superblock that only the page cache knows; nil once it is done.
  var deferredOpening: (@Sendable (LogWriter) throws(StoreError) -> Void)?
  /// The failure that ended writing.
  package internal(set) var poison: StoreError?
  /// Ids below this may be handed out once the next group is durable.
  package var idLimit: UInt64
  /// What a commit has to survive.
  let durability: StoreOptions.Durability
  /// Blocks of the active half that are known to be durable; in the full mode all of them always are.
  var syncedBlock: UInt32 = 0
  /// Last commit that was written, and last one of which a sync has made sure.
  private(set) var writtenSequence: SequenceNumber
  private var syncedSequence: SequenceNumber
  /// Where the active epoch began.
  var epochStart: Superblock.DurableMark
  /// Whether all before that is durable in the segments.
  var isSyncedToEpoch = false
  /// Work for the next change of halves.
  let background = BackgroundSync()
  /// Whether that work was begun in this epoch.
  var isBackgroundWorkDone = false
  /// The half that is larger than the superblock says, and log2 of its size.
  var grownHalf: (half: UInt8, log: UInt8)?
  /// Groups that wait to be written, in order. Tail, chain and sequence are those behind the last of them.
  var groups: [CommitGroup] = []
  /// Buffers of groups that are done.
  var spareBuffers: [ByteBuffer] = []

  package init(
    io: any StorageIO,
    paths: StorePaths,
    allowsMapping: Bool,
    durability: StoreOptions.Durability,
    superblock: Superblock,
    superFile: any StorageFile,
    halves: [any StorageFile],
    hot: Segment,
    header: SegmentHeader,
    tail: UInt64,
    chain: UInt64,
    sealed: [SealedSegment],
    lastSequence: SequenceNumber
  ) {
    self.io = io
    self.paths = paths
    self.allowsMapping = allowsMapping
    self.durability = durability
    self.superblock = superblock
    self.superFile = superFile
    self.halves = halves
    self.hot = HotSegment(segment: hot, header: header, tail: tail, chain: chain, reserved: tail)
    self.sealed = sealed
    sealedBytes = sealed.reduce(0) { $0 + Int($1.size) }
    self.lastSequence = lastSequence
    writtenSequence = lastSequence
    syncedSequence = lastSequence
    spaceReserve = SpaceReserve(io, paths, size: superblock.halfSize(0) + superblock.halfSize(1))
    epochStart = superblock.durable
    idLimit = superblock.idLimit
    halfStarted = io.now()
  }

  /// The segment that is being written, for the table of the current version.
  package var hotSegment: Segment { hot.segment }

  /// Bytes of all segments that are on the disk, but for those that a compaction is writing.
  var storedBytes: Int { sealedBytes + Int(hot.tail) }

  /// The last commit that no loss of power takes back; 0 after a failure, which makes everything doubtful.
  var durableSequence: SequenceNumber {
    poison != nil ? 0 : durability == .full ? writtenSequence : syncedSequence
  }

  /// Notes that a group was written.
  func noteWritten(_ group: CommitGroup) {
    writtenSequence = group.commits.last?.sequence ?? writtenSequence
  }

  /// Notes that all groups were synced.
  func noteSynced() { syncedSequence = writtenSequence }

  /// Latches a failure after which the files may not hold what was written.
  func poisoned(_ error: StorageIOError, tried: String) -> StoreError {
    let failure = StoreError(
      .poisoned,
      tried: tried,
      path: error.path,
      found: error.description,
      remedy: durability == .full
        ? "Close and reopen the store; commits that were acknowledged are safe in its log."
        : "Close and reopen the store; commits that were synced are safe in its log, later ones may be lost."
    )
    poison = failure
    return failure
  }

  /// The error of writing after a failure.
  func refusal(after failure: StoreError) -> StoreError {
    StoreError(
      .poisoned,
      tried: "write to the store",
      path: paths.root,
      found: "an earlier failure: \(failure)",
      remedy: "Close and reopen the store. This commit was not made.",
      sequence: failure.sequence
    )
  }

  /// What every writing begins with: refuses after a failure, and completes the opening.
  func prepareToWrite() throws(StoreError) {
    if let poison { throw refusal(after: poison) }
    guard let opening = deferredOpening else { return }
    deferredOpening = nil
    do throws(StoreError) {
      try opening(self)
    } catch {
      deferredOpening = opening
      throw error
    }
  }
}
