import Foundation

/// The files of this package, found from where this file was compiled.
enum Repository {
  /// The package's top folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the top.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Whether a file is there.
  static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }

  /// All Swift files below a folder, in the order of their paths; build products are left out.
  static func swiftFiles(in folder: String) throws -> [SourceFile] {
    let top = root.appendingPathComponent(folder)
    guard let walk = FileManager.default.enumerator(atPath: top.path) else { return [] }
    var files: [SourceFile] = []
    for case let path as String in walk where path.hasSuffix(".swift") {
      if path.split(separator: "/").contains(".build") { continue }
      files.append(SourceFile(path: "\(folder)/\(path)", text: try text("\(folder)/\(path)")))
    }
    return files.sorted { $0.path < $1.path }
  }

  /// The sources of the package and of its examples: what users read and link.
  static func sources() throws -> [SourceFile] {
    try swiftFiles(in: "Sources") + swiftFiles(in: "Examples").filter { $0.path.contains("/Sources/") }
  }
}
