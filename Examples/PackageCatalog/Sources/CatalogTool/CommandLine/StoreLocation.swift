import Foundation

/// Where the store is.
enum StoreLocation {
  /// The directory given on the command line, or the default below the user's data directory.
  static func url(_ given: String?, environment: [String: String]) -> URL {
    if let given { return URL(fileURLWithPath: given, isDirectory: true) }
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"] ?? NSHomeDirectory()
    let base = data ?? home + "/.local/share"
    return URL(fileURLWithPath: base + "/package-catalog/catalog.store", isDirectory: true)
  }
}
