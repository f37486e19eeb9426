/// What became of a commit, as far as the store can tell.
public enum CommitOutcome: String, Sendable, Hashable {
  /// It happened.
  case committed
  /// It did not happen, and never will: its number is not given again.
  case notCommitted
  /// The store cannot tell: the commit is being written, or a write has failed and the store has not been opened
  /// again since; compaction has dropped the history of that time; the store is open for reading only and its
  /// newest commit is an earlier one; or no commit had that number yet.
  case unknown
}
