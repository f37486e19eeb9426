import LogStore

/// A disk in memory that knows what a loss of power would leave of it: what was synced, and of the changes since those
/// that a `CrashMoment` chooses. It can also refuse a call, and lose what a failed sync should have written.
///
/// For one thread at a time.
final class CrashDisk: StorageIO, @unchecked Sendable {
  /// Content of a file: as programs see it, and as the platter has it.
  final class Node {
    let number: UInt64
    var live: [UInt8] = []
    var durable: [UInt8] = []

    init(number: UInt64) { self.number = number }
  }

  /// A change that no sync has made durable yet.
  enum Change {
    case write(Node, Int, [UInt8])
    case cut(Node, Int)
    case link(String, Node)
    case unlink(String)
    case rename(String, to: String, Node)
  }

  private(set) var names: [String: Node] = [:]
  private(set) var durableNames: [String: Node] = [:]
  private(set) var directories: Set<String> = ["/"]
  private(set) var pending: [Change] = []
  /// Called when a change has become pending and after each sync; not for the lock file, nor for making and
  /// renaming directories, which are durable at once here.
  var observer: ((CrashDisk) -> Void)?
  /// Asked before each call that changes or syncs something: the error it shall end with.
  var fault: ((String) -> StorageIOError.Code?)?
  /// Runs without failures, for looking at what a store holds.
  func quietly<R>(_ body: () throws -> R) rethrows -> R {
    let present = fault
    fault = nil
    defer { fault = present }
    return try body()
  }

  private let lockNode = Node(number: 0)
  private var generator: SeededGenerator
  private var clock: Int64 = 1_700_000_000_000
  /// Milliseconds that pass at each look at the clock.
  var clockStep: Int64 = 20_000
  private var nodeCount: UInt64 = 0

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A disk that holds what an image says.
  init(seed: UInt64, files: [String: [UInt8]], directories: Set<String>) {
    generator = SeededGenerator(seed: seed)
    self.directories = directories
    for (path, bytes) in files {
      let node = newNode()
      node.live = bytes
      node.durable = bytes
      names[path] = node
    }
    durableNames = names
  }

  private func newNode() -> Node {
    nodeCount += 1
    return Node(number: nodeCount)
  }

  // MARK: Changes

  func refuseIfAsked(_ operation: String, _ path: String) throws(StorageIOError) {
    if let code = fault?(operation) { throw StorageIOError(operation: operation, path: path, code: code) }
  }

  static func apply(_ bytes: [UInt8], at offset: Int, to content: inout [UInt8]) {
    if content.count < offset { content.append(contentsOf: repeatElement(0, count: offset - content.count)) }
    let overlap = min(bytes.count, content.count - offset)
    content.replaceSubrange(offset..<offset + overlap, with: bytes)
  }

  static func cut(_ content: inout [UInt8], to size: Int) {
    if content.count > size {
      content.removeSubrange(size...)
    } else {
      content.append(contentsOf: repeatElement(0, count: size - content.count))
    }
  }

  func write(_ bytes: [UInt8], to node: Node, at offset: Int, isDurable: Bool) {
    Self.apply(bytes, at: offset, to: &node.live)
    if node === lockNode { return }
    pending.append(.write(node, offset, bytes))
    observer?(self)
    if isDurable { sync(node) }
  }

  func truncate(_ node: Node, to size: Int) {
    Self.cut(&node.live, to: size)
    if node === lockNode { return }
    pending.append(.cut(node, size))
    observer?(self)
  }

  /// Makes the content of a file durable.
  ///
  /// - Parameter loses: Whether the changes are forgotten instead, as a failed sync may do.
  func sync(_ node: Node, loses: Bool = false) {
    pending.removeAll { change in
      switch change {
      case .write(let owner, let offset, let bytes) where owner === node:
        if !loses { Self.apply(bytes, at: offset, to: &node.durable) }
        return true
      case .cut(let owner, let size) where owner === node:
        if !loses { Self.cut(&node.durable, to: size) }
        return true
      default: return false
      }
    }
    observer?(self)
  }

  /// Makes everything durable.
  func settle() {
    for node in names.values { node.durable = node.live }
    durableNames = names
    pending = []
  }

  // MARK: StorageIO

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    // What the lock file says is for messages only.
    if path.hasSuffix("/LOCK") { return CrashFile(disk: self, node: lockNode, path: path, access: access) }
    if let node = names[path] {
      if access.refusesPresent { throw StorageIOError(operation: "open", path: path, code: .alreadyExists) }
      return CrashFile(disk: self, node: node, path: path, access: access)
    }
    guard access.creates else { throw StorageIOError(operation: "open", path: path, code: .noSuchEntry) }
    try refuseIfAsked("open", path)
    let node = newNode()
    names[path] = node
    pending.append(.link(path, node))
    observer?(self)
    return CrashFile(disk: self, node: node, path: path, access: access)
  }

  func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? {
    if let node = names[path] {
      return FileMetadata(kind: .file, size: UInt64(node.live.count), device: 1, inode: node.number)
    }
    return directories.contains(path) ? FileMetadata(kind: .directory, size: 0, device: 1, inode: 0) : nil
  }

  func createDirectory(_ path: String) throws(StorageIOError) { directories.insert(path) }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    guard directories.contains(path) else {
      throw StorageIOError(operation: "opendir", path: path, code: .noSuchEntry)
    }
    let prefix = path == "/" ? 1 : path.utf8.count + 1
    return (Array(names.keys) + directories).filter { $0 != path && Self.parent($0) == path }
      .map { String($0.dropFirst(prefix)) }.sorted()
  }

  func syncDirectory(_ path: String) throws(StorageIOError) {
    try refuseIfAsked("fsync", path)
    pending.removeAll { change in
      switch change {
      case .link(let name, let node) where Self.parent(name) == path:
        durableNames[name] = node
        return true
      case .unlink(let name) where Self.parent(name) == path:
        durableNames[name] = nil
        return true
      case .rename(let name, let newName, let node) where Self.parent(newName) == path:
        durableNames[name] = nil
        durableNames[newName] = node
        return true
      default: return false
      }
    }
    observer?(self)
  }

  /// Of a file, a pending change. Of a directory, durable at once: only the creation of a store does that.
  func rename(_ from: String, to: String) throws(StorageIOError) {
    if let node = names.removeValue(forKey: from) {
      names[to] = node
      pending.append(.rename(from, to: to, node))
      observer?(self)
      return
    }
    func moved(_ path: String) -> String {
      path == from || path.hasPrefix(from + "/") ? to + path.dropFirst(from.count) : path
    }
    names = Dictionary(uniqueKeysWithValues: names.map { (moved($0.key), $0.value) })
    directories = Set(directories.map(moved))
    settle()
  }

  func remove(_ path: String) throws(StorageIOError) {
    guard names[path] != nil else {
      throw StorageIOError(operation: "unlink", path: path, code: .noSuchEntry)
    }
    try refuseIfAsked("unlink", path)
    names[path] = nil
    pending.append(.unlink(path))
    observer?(self)
  }

  func removeDirectory(_ path: String) throws(StorageIOError) { directories.remove(path) }
  func canonicalPath(_ path: String) throws(StorageIOError) -> String { path }
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { false }
  func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 { 1 << 40 }
  func now() -> Int64 {
    clock += clockStep
    return clock
  }
  func random() -> UInt64 { generator.next() }
  func pause(milliseconds: Int) {}
  var process: ProcessIdentity { ProcessIdentity(processID: 1, programName: "crash") }
  var supportsMapping: Bool { true }
}
