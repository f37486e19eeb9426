public import LogStore

/// The face that a `SimulatedDisk` shows to a store: give it to `Store.open(at:options:io:)` or to
/// `ModelConfiguration(storage:)`. Copies share the disk.
public struct SimulatedStorageIO: StorageIO {
  /// The disk behind it.
  public let disk: SimulatedDisk

  /// Files, directories, clock and randomness of a disk.
  public init(disk: SimulatedDisk) { self.disk = disk }

  private func failure(_ operation: String, _ path: String, _ code: StorageIOError.Code) -> StorageIOError {
    StorageIOError(operation: operation, path: path, code: code)
  }

  /// Opens or makes a file. A new one is a pending change of its directory.
  public func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    let (node, process, handle) = try disk.state.withLock {
      state throws(StorageIOError) -> (Int, UInt64, UInt64) in
      let handle = state.nextHandle()
      let present = state.find(path)
      switch present {
      case _? where access.refusesPresent:
        throw StorageIOError(operation: "open", path: path, code: .alreadyExists)
      case let node?:
        guard !state.nodes[node].isDirectory else {
          throw StorageIOError(operation: "open", path: path, code: .isADirectory)
        }
        try state.refuseIfAsked(.open, "open", path)
        state.nodes[node].openHandles += 1
        return (node, state.process, handle)
      case nil where access.creates:
        let node = try state.create(path, isDirectory: false, "open")
        state.nodes[node].openHandles += 1
        return (node, state.process, handle)
      default: throw StorageIOError(operation: "open", path: path, code: .noSuchEntry)
      }
    }
    return SimulatedFile(
      disk: disk,
      node: node,
      path: path,
      access: access,
      handle: handle,
      process: process
    )
  }

  /// What programs see there.
  public func metadata(_ path: String) throws(StorageIOError) -> FileMetadata? {
    disk.state.withLock { state in
      guard let node = state.find(path) else { return nil }
      return FileMetadata(
        kind: state.nodes[node].isDirectory ? .directory : .file,
        size: UInt64(state.nodes[node].live.size),
        device: 1,
        inode: UInt64(node)
      )
    }
  }

  /// Adds an empty directory; a pending change of its parent.
  public func createDirectory(_ path: String) throws(StorageIOError) {
    try disk.state.withLock { state throws(StorageIOError) in
      _ = try state.create(path, isDirectory: true, "mkdir")
    }
  }

  /// The names, sorted.
  public func contents(ofDirectory path: String) throws(StorageIOError) -> [String] {
    try disk.state.withLock { state throws(StorageIOError) in try state.list(path) }
  }

  /// Makes the pending changes of its names durable.
  public func syncDirectory(_ path: String) throws(StorageIOError) {
    try disk.state.withLock { state throws(StorageIOError) in try state.syncDirectory(path) }
  }

  /// One pending change: a loss of power leaves the old name or the new one.
  public func rename(_ from: String, to: String) throws(StorageIOError) {
    try disk.state.withLock { state throws(StorageIOError) in try state.rename(from, to: to) }
  }

  /// A pending change of its directory. Handles keep the content.
  public func remove(_ path: String) throws(StorageIOError) {
    try disk.state.withLock { state throws(StorageIOError) in try state.remove(path, isDirectory: false) }
  }

  /// A pending change of its parent.
  public func removeDirectory(_ path: String) throws(StorageIOError) {
    try disk.state.withLock { state throws(StorageIOError) in try state.remove(path, isDirectory: true) }
  }

  /// The path from `/` without `.` and `..`.
  public func canonicalPath(_ path: String) throws(StorageIOError) -> String {
    guard try metadata(path) != nil else { throw failure("realpath", path, .noSuchEntry) }
    return DiskState.canonical(path)
  }

  /// Never.
  public func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { false }

  /// What the capacity leaves.
  public func freeBytes(_ path: String) throws(StorageIOError) -> UInt64 {
    disk.state.withLock { state in
      guard let capacity = state.options.capacity else { return 1 << 40 }
      return UInt64(max(0, capacity - state.usedBytes))
    }
  }

  /// The disk's own clock, which a look at it moves on.
  public func now() -> Int64 {
    disk.state.withLock { state in
      state.clock += state.options.clockStep
      return state.clock
    }
  }

  /// The next number of the disk's seed.
  public func random() -> UInt64 { disk.state.withLock { $0.randomness.next() } }

  /// Moves the clock on without waiting.
  public func pause(milliseconds: Int) {
    disk.state.withLock { $0.clock += Int64(milliseconds) }
  }

  /// Always the same.
  public var process: ProcessIdentity { ProcessIdentity(processID: 1, programName: "simulation") }

  /// As the disk's options say.
  public var supportsMapping: Bool { disk.state.withLock { $0.options.supportsMapping } }
}
