/// Calls that a `SimulatedDisk` shall refuse.
public struct DiskFailure: Sendable, Hashable {
  /// The kinds of call that can fail.
  public enum Call: Sendable, Hashable, CaseIterable {
    /// Opening a file that exists.
    case open
    /// Creating a file or a directory.
    case create
    /// Reading or mapping.
    case read
    /// A buffered write.
    case write
    /// A write of a file opened with `.durable`.
    case durableWrite
    /// Making the content of a file durable.
    case sync
    /// Making the names in a directory durable.
    case syncDirectory
    /// Renaming a file or directory.
    case rename
    /// Removing a file or directory.
    case remove
    /// Changing the size of a file.
    case truncate
    /// Setting disk space aside.
    case reserve
    /// Listing a directory.
    case list
  }

  /// What the system says of the failure: error numbers of Linux.
  public enum Reason: Int32, Sendable, Hashable, CaseIterable {
    /// `EIO`: the device failed.
    case inputOutput = 5
    /// `ENOSPC`: the disk is full.
    case noSpace = 28
    /// `EINTR`: a signal came; a `StorageIO` should never let it through, so a store has to treat it as any other.
    case interrupted = 4
  }

  /// What the refused call does all the same.
  public enum Effect: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// A write leaves that many of its bytes in the cache; other calls do nothing.
    case shortWrite(bytes: Int)
    /// A sync (or the sync of a durable write) leaves the bytes in the cache and calls them clean: no later sync
    /// writes them, and a loss of power keeps or loses each. Linux does so on most file systems.
    case marksPagesClean
    /// A sync (or the sync of a durable write) throws the cache away: programs see what is on the disk from then
    /// on, which may be any part of what was written.
    case revertsPages
  }

  /// Which calls may fail.
  public var calls: Set<Call>
  /// How many of them succeed before.
  public var afterCalls: Int
  /// Whether all of them fail from then on; otherwise one does.
  public var isPermanent: Bool
  /// What the error says.
  public var reason: Reason
  /// What happens all the same.
  public var effect: Effect

  /// Describes a failure.
  public init(
    of calls: Set<Call> = Set(Call.allCases),
    afterCalls: Int = 0,
    isPermanent: Bool = false,
    reason: Reason = .inputOutput,
    effect: Effect = .nothing
  ) {
    self.calls = calls
    self.afterCalls = afterCalls
    self.isPermanent = isPermanent
    self.reason = reason
    self.effect = effect
  }
}
