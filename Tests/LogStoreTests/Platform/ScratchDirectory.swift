import LogStore
import Testing

/// Which implementation of the seam a test runs on.
enum Disk: String, CaseIterable, CustomTestStringConvertible {
  case posix, memory

  var testDescription: String { rawValue }
}

/// A directory of its own for one test, removed with all it holds at the end.
final class ScratchDirectory: Sendable {
  let io: any StorageIO
  let path: String

  init(_ disk: Disk) throws {
    switch disk {
    case .posix:
      io = PosixStorageIO()
      let base = try io.canonicalPath("/tmp")
      path = base + "/logstore-test-" + String(io.random(), radix: 16)
    case .memory:
      io = MemoryStorageIO()
      path = "/scratch"
    }
    try io.createDirectory(path)
  }

  deinit { Self.removeAll(path, io) }

  /// The path of a name inside.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  private static func removeAll(_ path: String, _ io: any StorageIO) {
    // Whatever cannot be removed stays in the system's temporary directory; the test has said its word.
    for name in (try? io.contents(ofDirectory: path)) ?? [] {
      let inner = path + "/" + name
      if (try? io.remove(inner)) == nil { removeAll(inner, io) }
    }
    try? io.removeDirectory(path)
  }
}
