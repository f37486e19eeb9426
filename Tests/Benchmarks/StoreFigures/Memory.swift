import Foundation
import Glibc

/// What is in use of memory and disk.
enum Memory {
  /// Bytes of memory of the process's own that are in use, what the allocator keeps for later included.
  static func allocated() -> Int {
    let lines =
      (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
    let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(separator: " ") ?? []
    return words.count > 1 ? (Int(words[1]) ?? 0) * 1024 : 0
  }

  /// Bytes that files below a directory take on the disk.
  static func files(below path: String) -> Int {
    var total = 0
    let names = FileManager.default.enumerator(atPath: path)
    while let name = names?.nextObject() as? String {
      var status = stat()
      guard lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      total += Int(status.st_blocks) * 512
    }
    return total
  }
}
