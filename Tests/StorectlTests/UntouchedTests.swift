import Foundation
import LogStore
import StoreTool
import Testing

/// Goal: whoever only looks leaves no trace. Way: each command that does not write runs on a real directory,
/// with sealed values and blobs, and every file and directory is asked for its bytes and its times before and
/// after.
@Suite struct UntouchedTests {
  /// Calls of all commands that only look; STORE and KEY are replaced.
  private static let calls: [String: [[String]]] = [
    "info": [["STORE"]],
    "schema": [["STORE"]],
    "get": [["2", "STORE"], ["--decrypt", "--key-file", "KEY", "2", "STORE"]],
    "count": [["STORE"], ["Note", "STORE", "text CONTAINS 'n'"]],
    "query": [
      ["Note", "secret != nil", "STORE", "--decrypt", "--key-file", "KEY"], ["--explain", "Note", "STORE"],
    ],
    "dump": [["STORE"], ["--no-blobs", "STORE"], ["--decrypt", "--key-file", "KEY", "STORE"]],
    "log": [["STORE"]],
    "stats": [["STORE"]],
    "map": [["STORE"], ["--full", "STORE"]],
    "check": [["STORE"], ["--deep", "STORE"]],
    "keys": [["STORE"]],
    "digest": [["--decrypt", "--key-file", "KEY", "STORE"]],
    "blobs": [["list", "STORE"], ["verify", "STORE"]],
  ]

  /// Commands that write, and those that look into no store.
  private static let others: Set = ["compact", "load", "backup", "repair", "completions", "manual"]

  /// What the system says of a file, but for the time of the last reading.
  private struct Trace: Equatable {
    var inode: UInt64
    var size: Int64
    var modified: [Int]
    var changed: [Int]
    var bytes: Data
  }

  private static func traces(_ directory: URL) throws -> [String: Trace] {
    var traces: [String: Trace] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path) + [""] {
      let path = directory.appendingPathComponent(name).path
      var found = stat()
      try #require(stat(path, &found) == 0)
      traces[name] = Trace(
        inode: UInt64(found.st_ino),
        size: Int64(found.st_size),
        modified: [found.st_mtim.tv_sec, found.st_mtim.tv_nsec],
        changed: [found.st_ctim.tv_sec, found.st_ctim.tv_nsec],
        bytes: FileManager.default.contents(atPath: path) ?? Data()
      )
    }
    return traces
  }

  /// Makes a store on the disk, as a kill leaves it where that is asked for.
  private static func make(_ state: StoreState, in directory: URL) throws {
    let memory = try state.make()
    let io = PosixStorageIO()
    func copy(_ path: String) throws {
      let target = directory.path + path
      if try memory.metadata(path)?.kind == .directory {
        try io.createDirectory(target)
        for name in try memory.contents(ofDirectory: path) { try copy(path + "/" + name) }
      } else {
        try io.open(target, .create).write(memory.open(path, .readOnly).readAll(), at: 0)
      }
    }
    try copy(StoreState.path)
    try copy(StoreState.keyPath)
  }

  @Test(arguments: [StoreState.checkpoint, .killed, .compacted])
  func `a command that only looks changes no byte, mtime or ctime`(state: StoreState) throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("storectl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Self.make(state, in: directory)
    let store = directory.path + StoreState.path
    let key = directory.path + StoreState.keyPath
    let before = try Self.traces(directory)
    #expect(before.keys.contains { $0.contains("/blob/") } && before.keys.contains { $0.hasSuffix("/KEYS") })
    for (command, calls) in Self.calls {
      for call in calls {
        let arguments = [command] + call.map { $0 == "STORE" ? store : $0 == "KEY" ? key : $0 }
        for arguments in [arguments, arguments + ["--json"]] {
          let run = ToolRun(arguments: arguments)
          #expect(run.code == .success, "\(arguments): \(run.errors)")
          #expect(try Self.traces(directory) == before, "\(arguments)")
        }
      }
    }
  }

  @Test func `each command is known to look or to write`() {
    for name in Storectl.commandNames {
      #expect((Self.calls[name] != nil) != Self.others.contains(name), "\(name)")
    }
  }
}
