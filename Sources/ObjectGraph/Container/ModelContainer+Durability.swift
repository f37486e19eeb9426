import LogStore

extension ModelContainer {
  /// Whether a save is stored whose own answer got lost.
  public enum SaveOutcome: Sendable, Hashable {
    /// It is stored.
    case saved
    /// It is not stored, and will not be by itself.
    case notSaved
    /// The store cannot tell: it was not opened again since the failure, or the history of that time is gone.
    case unknown
  }

  /// Makes everything durable that was saved before the call. Only a store whose configuration has another
  /// `durability` than `full` needs it; others return at once.
  ///
  /// - Throws: `ObjectGraphError.store` if the disk fails: what was not on it before may be lost.
  public func sync() throws {
    guard core.configuration.allowsSave else { return }
    do { try store.sync() } catch { throw ObjectGraphError(error) }
  }

  /// Makes everything durable that was saved before the call, as the blocking `sync` does; the task is suspended
  /// until the disk has it.
  ///
  /// - Throws: `ObjectGraphError.store` if the disk fails: what was not on it before may be lost.
  public func sync() async throws {
    guard core.configuration.allowsSave else { return }
    do { try await store.sync() } catch { throw ObjectGraphError(error) }
  }

  /// Whether a save is stored that failed with `ObjectGraphError.outcomeUnknown`. Asked of a container that was made
  /// after all others of that store were gone: only a new opening can tell.
  ///
  /// - Parameter sequence: The number that the error carries.
  public func outcome(ofSave sequence: UInt64) -> SaveOutcome {
    switch store.outcome(of: sequence) {
    case .committed: .saved
    case .notCommitted: .notSaved
    case .unknown: .unknown
    }
  }
}
