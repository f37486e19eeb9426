/// How a store is opened.
public struct StoreOptions: Sendable {
  /// What may be done with it.
  public enum Access: Sendable, Hashable {
    /// Reading only: no byte of the store is written and no lock is held that a writer would wait for.
    case readOnly
    /// Reading and writing.
    case readWrite
  }

  /// What a commit that has returned survives. In every mode the store is whole after a crash: it holds all
  /// commits up to some point and none beyond it, and the death of the process alone (a kill, a trap) loses no
  /// commit. A snapshot shows what was written, durable or not.
  public enum Durability: Sendable, Hashable {
    /// A commit returns when it is on the disk. A loss of power loses nothing that was acknowledged.
    case full
    /// A commit returns when the system has it; a sync follows within `syncInterval`. A loss of power, or of the
    /// system, can lose the commits of that time (and of the sync itself), the newest first. Commits wait while
    /// the sync runs.
    case relaxed
    /// As relaxed, without syncs of its own: a loss of power can lose every commit since the last `sync()`,
    /// `compact()` or change of log halves, which come after 32 KiB to 16 MiB of commits.
    case none
  }

  /// Where work is done that no commit should wait for: syncing segments and growing the log before either is
  /// needed, checkpoints, the sync of the relaxed mode, commits of asynchronous callers.
  public enum BackgroundWork: Sendable, Hashable {
    /// On threads of the store, started when there is something to do and ended by `close()`.
    case thread
    /// In the call that brings it about, always at the same point: for simulations that have to be repeatable.
    /// The sync of the relaxed mode then comes with the first commit after the interval.
    case inline
  }

  /// When segments are rewritten whose records have been replaced or deleted, to give their space back.
  public enum Compaction: Sendable, Hashable {
    /// When dead bytes outweigh live ones, in the background; commits wait only where it could not keep up
    /// otherwise (FORMAT.md, "Compaction", states the bound that is kept).
    case automatic
    /// By `compact()` only: for programs that choose the time, and for tests.
    case manual
  }

  /// What may be done with the store.
  public var access: Access
  /// What a commit survives. Default: full.
  public var durability: Durability
  /// Milliseconds after which a commit in the relaxed mode is synced. If that fails, the next commit or `sync()`
  /// throws `poisoned`. Default: 100.
  public var syncInterval: Int
  /// Where background work is done; nil, the default: on threads on the real file system, inline elsewhere.
  public var backgroundWork: BackgroundWork?
  /// Whether a missing store is created. Default: yes. Without effect for reading only.
  public var createsIfMissing: Bool
  /// Milliseconds to wait for another process to stop writing before `storeLocked` is thrown. Default: 5000.
  public var busyTimeout: Int
  /// Whether a network file system is accepted, where locks and syncs cannot be relied on. Default: no.
  public var allowsNetworkFileSystem: Bool
  /// Whether sealed segments are mapped into memory. Default: yes. Reading a mapped page whose disk fails kills
  /// the process with SIGBUS; without mapping it is an error.
  public var allowsMapping: Bool
  /// Size that segments grow to, in bytes; nil follows the size of the store between 1 and 64 MiB. Rounded to
  /// a power of two from 64 KiB on.
  public var segmentSize: Int?
  /// Bytes of the log behind the newest checkpoint from which on a commit or a close writes a new one; nil
  /// follows the size of the store. 0: after every commit.
  public var checkpointBytes: Int?
  /// Whether space is given back by itself. Default: yes.
  public var compaction: Compaction
  /// Days for which the history of changes is kept by compaction, at most. Default: 7.
  public var historyDays: Int
  /// Bytes of history that compaction keeps, at most. Default: 16 MiB.
  public var historyBytes: Int
  /// Bytes from which on values of external attributes are kept in files of their own. Default: 128 KiB.
  public var blobThreshold: Int
  /// Where the key of sealed values comes from. Default: `automatic`.
  public var encryption: Encryption

  /// Bytes of each half of the write-ahead log of a new store, rounded up to a power of two; nil for the usual
  /// size.
  package var logHalfSize: Int?
  /// Bytes of records in one commit, at most; lower than the format's only for tests.
  package var largestCommit = FormatConstants.largestFrame

  /// Options with their defaults.
  public init(
    access: Access = .readWrite,
    durability: Durability = .full,
    syncInterval: Int = 100,
    backgroundWork: BackgroundWork? = nil,
    createsIfMissing: Bool = true,
    busyTimeout: Int = 5000,
    allowsNetworkFileSystem: Bool = false,
    allowsMapping: Bool = true,
    segmentSize: Int? = nil,
    checkpointBytes: Int? = nil,
    compaction: Compaction = .automatic,
    historyDays: Int = 7,
    historyBytes: Int = 16 << 20,
    blobThreshold: Int = 128 << 10,
    encryption: Encryption = .automatic
  ) {
    self.access = access
    self.durability = durability
    self.syncInterval = syncInterval
    self.backgroundWork = backgroundWork
    self.createsIfMissing = createsIfMissing
    self.busyTimeout = busyTimeout
    self.allowsNetworkFileSystem = allowsNetworkFileSystem
    self.allowsMapping = allowsMapping
    self.segmentSize = segmentSize
    self.checkpointBytes = checkpointBytes
    self.compaction = compaction
    self.historyDays = historyDays
    self.historyBytes = historyBytes
    self.blobThreshold = blobThreshold
    self.encryption = encryption
  }

  /// The interval of syncs within bounds that can be counted with.
  var boundedSyncInterval: Int { min(max(syncInterval, 0), 1 << 40) }

  /// Time of the oldest history that compaction keeps, in milliseconds since 1970.
  func oldestHistory(at now: Int64) -> Int64 {
    let (age, isTooLong) = Int64(max(historyDays, 0)).multipliedReportingOverflow(by: 86_400_000)
    let (time, isTooEarly) = now.subtractingReportingOverflow(age)
    return isTooLong || isTooEarly ? .min : time
  }
}
