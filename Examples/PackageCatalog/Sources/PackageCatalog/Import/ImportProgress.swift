/// How far an import has come; handed out after each batch is durable.
public enum ImportProgress: Sendable {
  /// So many packages of the file have been read, and are stored.
  case packages(Int)
  /// So many relations that were left over have found their targets.
  case relations(Int)
}
