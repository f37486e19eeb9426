import LogStore

/// A storage whose durable writes to the log wait at a gate while it is closed, and can be made to fail there.
final class GatedIO: ForwardingIO {
  /// What the gate does with a write.
  struct Gate {
    var isClosed = false
    /// Writes that wait.
    var waiting = 0
    var fails = false
  }

  let base: any StorageIO
  let gate = Lock(Gate())
  private let opened = Signal()
  private let reached = Signal()

  init(_ base: any StorageIO) { self.base = base }

  /// Lets all writes pass, or fail.
  func open(failing: Bool = false) {
    gate.withLock {
      $0.isClosed = false
      $0.fails = failing
    }
    opened.raise()
  }

  /// Waits until a write is at the closed gate.
  func waitForWrite() {
    while true {
      let value = reached.value
      if gate.withLock({ $0.waiting > 0 }) { return }
      reached.wait(past: value)
    }
  }

  func pass(_ path: String) throws(StorageIOError) {
    var isFirst = true
    while true {
      let value = opened.value
      let (mayPass, fails) = gate.withLock { gate in
        if gate.isClosed, isFirst { gate.waiting += 1 }
        if !gate.isClosed, !isFirst { gate.waiting -= 1 }
        return (!gate.isClosed, gate.fails)
      }
      if fails { throw StorageIOError(operation: "pwrite", path: path, code: .ioFailure) }
      if mayPass { return }
      isFirst = false
      reached.raise()
      opened.wait(past: value)
    }
  }

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    let file = try base.open(path, access)
    guard case .durable = access, path.contains("/wal.") else { return file }
    return WatchedFile(file) { [self] call throws(StorageIOError) in
      if case .write = call { try pass(path) }
    }
  }
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { false }
  func pause(milliseconds: Int) { PosixStorageIO().pause(milliseconds: milliseconds) }
}
