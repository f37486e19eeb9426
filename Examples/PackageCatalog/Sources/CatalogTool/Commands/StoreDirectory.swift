import Foundation

/// The directories above a store.
struct StoreDirectory {
  private let parent: URL

  init(_ store: URL) {
    parent = store.deletingLastPathComponent()
  }

  /// Makes those that are missing, and runs a body that puts something there. If that fails, they go again.
  func making<Result>(_ body: () throws -> Result) throws -> Result {
    var made: [String] = []
    do {
      for path in missing() {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path, errno) }
        made.append(path)
      }
      return try body()
    } catch {
      // Only what is empty goes.
      for path in made.reversed() { rmdir(path) }
      throw error
    }
  }

  /// Paths of the missing directories, the uppermost first.
  private func missing() -> [String] {
    var missing: [String] = []
    var directory = parent.standardizedFileURL
    while directory.path != "/", !FileManager.default.fileExists(atPath: directory.path) {
      missing.append(directory.path)
      directory.deleteLastPathComponent()
    }
    return missing.reversed()
  }

  private func failure(_ path: String, _ code: Int32) -> ToolError {
    ToolError(
      "cannot make the directory '\(path)' for the store: \(String(cString: strerror(code))); name another place"
        + " with --store DIR, or get the right to write there"
    )
  }
}
