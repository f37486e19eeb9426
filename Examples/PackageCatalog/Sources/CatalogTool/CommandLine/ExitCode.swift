/// How `catalog` ends, for scripts.
public enum ExitCode: Int32, Sendable {
  /// Done.
  case success = 0
  /// Nothing of that name, or nothing that matches.
  case notFound = 1
  /// The file, the store or the output failed; standard error says how.
  case failure = 2
  /// The command line was not understood.
  case usage = 64
}
