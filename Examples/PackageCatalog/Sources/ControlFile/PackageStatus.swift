/// What the package manager of this machine says of a package: `install ok installed`.
public struct PackageStatus: Equatable, Sendable {
  /// How far the package has come on this machine.
  public enum State: String, Codable, CaseIterable, Sendable {
    case notInstalled = "not-installed"
    case configurationFiles = "config-files"
    case halfInstalled = "half-installed"
    case unpacked
    case halfConfigured = "half-configured"
    case triggersAwaited = "triggers-awaited"
    case triggersPending = "triggers-pending"
    case installed
  }

  /// What the administrator wants: `install`, `hold`, `deinstall`, `purge` or `unknown`.
  public var wanted: String
  /// `ok`, or `reinstreq` if the package has to be installed again.
  public var condition: String
  /// How far the package has come.
  public var state: State

  /// Reads the three words of a `Status` field; nil if they are not three, or name no known state.
  public init?(field: String) {
    let words = field.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 3, let state = State(rawValue: String(words[2])) else { return nil }
    wanted = String(words[0])
    condition = String(words[1])
    self.state = state
  }
}
