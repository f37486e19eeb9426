/// What happens when an inserted object has the unique values of a stored one.
public enum UniquenessPolicy: Sendable, Hashable {
  /// The insertion becomes an update of the stored object, which keeps its id.
  case upsert
  /// The commit is refused.
  case fail
}
