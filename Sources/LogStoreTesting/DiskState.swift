import LogStore

/// A whole disk as a value: copying it is O(1), and copies share what they have in common.
struct DiskState: Sendable {
  static let root = 0

  let seed: UInt64
  var options: SimulatedDiskOptions
  var nodes: [DiskNode] = [DiskNode(isDirectory: true)]
  /// What a loss of power may undo, in the order in which it was done.
  var pending: [PendingChange] = []
  var randomness: SimulatedRandomness
  var clock: Int64 = 1_700_000_000_000
  /// Handles of earlier numbers belong to a process that is gone.
  var process: UInt64 = 0
  var failures: [InjectedFailure] = []
  var failuresStruck = 0
  var calls: [DiskFailure.Call: Int] = [:]
  /// The disk at each moment at which the power could go, while that is recorded.
  var recording: [DiskState]?
  /// What has been called, a line each, while that is noted.
  var trace: [String]?
  private var changes: UInt64 = 0
  private var handles: UInt64 = 0
  private var known: [String: Int] = ["/": 0]

  init(seed: UInt64, options: SimulatedDiskOptions) {
    self.seed = seed
    self.options = options
    randomness = SimulatedRandomness(seed: seed)
  }

  /// A failure and how many calls it has been asked about.
  struct InjectedFailure: Sendable {
    var failure: DiskFailure
    var seen = 0
  }

  // MARK: Bookkeeping

  /// Notes a moment at which the power could go.
  mutating func record() {
    guard recording != nil else { return }
    var copy = self
    copy.recording = nil
    copy.trace = nil
    copy.failures = []
    recording?.append(copy)
  }

  mutating func note(_ kind: PendingChange.Kind) {
    changes += 1
    pending.append(PendingChange(kind: kind, serial: changes))
  }

  /// Counts a call.
  ///
  /// - Parameter description: The call in words.
  /// - Returns: How it shall fail; nil if it shall not.
  mutating func strike(_ call: DiskFailure.Call, _ description: @autoclosure () -> String) -> DiskFailure? {
    calls[call, default: 0] += 1
    var struck: DiskFailure?
    for index in failures.indices where failures[index].failure.calls.contains(call) {
      failures[index].seen += 1
      let failure = failures[index].failure
      let isDue =
        failure.isPermanent
        ? failures[index].seen > failure.afterCalls : failures[index].seen == failure.afterCalls + 1
      if isDue, struck == nil { struck = failure }
    }
    if struck != nil { failuresStruck += 1 }
    if trace != nil {
      let number = failures.last.map { "\($0.seen - 1) " } ?? ""
      let failure = struck.map { " FAILS with \($0.reason), \($0.effect)" } ?? ""
      trace?.append(number + description() + failure)
    }
    return struck
  }

  mutating func refuseIfAsked(
    _ call: DiskFailure.Call,
    _ operation: String,
    _ path: String
  ) throws(StorageIOError) {
    guard let failure = strike(call, "\(operation) \(path)") else { return }
    throw StorageIOError(operation: operation, path: path, code: failure.reason.rawValue)
  }

  /// Bytes of all files that have a name or are open.
  var usedBytes: Int {
    var isNamed = [Bool](repeating: false, count: nodes.count)
    for node in nodes { for entry in node.entries.values { isNamed[entry] = true } }
    return nodes.indices.reduce(0) { used, index in
      isNamed[index] || nodes[index].openHandles > 0 ? used + nodes[index].allocated : used
    }
  }

  /// A number that no other handle of this disk has.
  mutating func nextHandle() -> UInt64 {
    handles += 1
    return handles
  }

  mutating func forgetPaths() { known = ["/": Self.root] }

  // MARK: Names

  /// The parts of a path without `.` and `..`.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  /// The path from `/` without `.` and `..`.
  static func canonical(_ path: String) -> String { "/" + parts(path).joined(separator: "/") }

  /// What stands at a path.
  mutating func find(_ path: String) -> Int? {
    if let node = known[path] { return node }
    var node = Self.root
    for part in Self.parts(path) {
      guard let next = nodes[node].entries[String(part)] else { return nil }
      node = next
    }
    known[path] = node
    return node
  }

  /// The directory of a path, and the last name in it.
  mutating func parent(_ path: String, _ operation: String) throws(StorageIOError) -> (Int, String) {
    if path.utf8.contains(0) {
      throw StorageIOError(operation: operation, path: path, code: .invalidArgument)
    }
    var parts = Self.parts(path)
    guard let name = parts.popLast() else {
      throw StorageIOError(operation: operation, path: path, code: .isADirectory)
    }
    guard let parent = find("/" + parts.joined(separator: "/")) else {
      throw StorageIOError(operation: operation, path: path, code: .noSuchEntry)
    }
    guard nodes[parent].isDirectory else {
      throw StorageIOError(operation: operation, path: path, code: .notADirectory)
    }
    return (parent, String(name))
  }

  /// Adds a file or a directory.
  mutating func create(
    _ path: String,
    isDirectory: Bool,
    _ operation: String
  ) throws(StorageIOError) -> Int {
    let (parent, name) = try parent(path, operation)
    guard nodes[parent].entries[name] == nil else {
      throw StorageIOError(operation: operation, path: path, code: .alreadyExists)
    }
    try refuseIfAsked(.create, operation, path)
    let node = nodes.count
    var new = DiskNode(isDirectory: isDirectory)
    new.isVolatile = !isDirectory && options.volatileNames.contains(name)
    nodes.append(new)
    nodes[parent].entries[name] = node
    note(.link(directory: parent, name: name, node: node))
    forgetPaths()
    record()
    return node
  }

  mutating func remove(_ path: String, isDirectory: Bool) throws(StorageIOError) {
    let operation = isDirectory ? "rmdir" : "unlink"
    let (parent, name) = try parent(path, operation)
    guard let node = nodes[parent].entries[name] else {
      throw StorageIOError(operation: operation, path: path, code: .noSuchEntry)
    }
    guard nodes[node].isDirectory == isDirectory else {
      throw StorageIOError(
        operation: operation,
        path: path,
        code: isDirectory ? .notADirectory : .isADirectory
      )
    }
    guard nodes[node].entries.isEmpty else {
      throw StorageIOError(operation: operation, path: path, code: .directoryNotEmpty)
    }
    try refuseIfAsked(.remove, operation, path)
    nodes[parent].entries[name] = nil
    nodes[node].reserved = 0
    note(.unlink(directory: parent, name: name))
    forgetPaths()
    record()
  }

  mutating func rename(_ path: String, to newPath: String) throws(StorageIOError) {
    let (parent, name) = try parent(path, "rename")
    let (newParent, newName) = try self.parent(newPath, "rename")
    guard let node = nodes[parent].entries[name] else {
      throw StorageIOError(operation: "rename", path: path, destination: newPath, code: .noSuchEntry)
    }
    if let present = nodes[newParent].entries[newName], present != node {
      let code: StorageIOError.Code? =
        nodes[present].isDirectory != nodes[node].isDirectory
        ? (nodes[present].isDirectory ? .isADirectory : .notADirectory)
        : nodes[present].entries.isEmpty ? nil : .directoryNotEmpty
      if let code {
        throw StorageIOError(operation: "rename", path: path, destination: newPath, code: code)
      }
    }
    try refuseIfAsked(.rename, "rename", path)
    nodes[parent].entries[name] = nil
    nodes[newParent].entries[newName] = node
    note(.rename(from: parent, name: name, to: newParent, newName: newName, node: node))
    forgetPaths()
    record()
  }

  mutating func list(_ path: String) throws(StorageIOError) -> [String] {
    guard let node = find(path) else {
      throw StorageIOError(operation: "opendir", path: path, code: .noSuchEntry)
    }
    guard nodes[node].isDirectory else {
      throw StorageIOError(operation: "opendir", path: path, code: .notADirectory)
    }
    try refuseIfAsked(.list, "readdir", path)
    return nodes[node].entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
