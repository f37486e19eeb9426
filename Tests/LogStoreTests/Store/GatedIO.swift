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
    return GatedFile(file, self)
  }
  func isNetworkFileSystem(_ path: String) throws(StorageIOError) -> Bool { false }
  func pause(milliseconds: Int) { PosixStorageIO().pause(milliseconds: milliseconds) }
}

/// A file of the log behind a `GatedIO`.
private final class GatedFile: StorageFile {
  private let base: any StorageFile
  private let io: GatedIO

  init(_ base: any StorageFile, _ io: GatedIO) {
    self.base = base
    self.io = io
  }

  var path: String { base.path }
  func size() throws(StorageIOError) -> UInt64 { try base.size() }
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    try base.read(into: buffer, at: offset)
  }
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    try io.pass(path)
    try base.write(bytes, at: offset)
  }
  func sync() throws(StorageIOError) { try base.sync() }
  func truncate(to size: UInt64) throws(StorageIOError) { try base.truncate(to: size) }
  func reserve(upTo size: UInt64) throws(StorageIOError) { try base.reserve(upTo: size) }
  func map(length: Int) throws(StorageIOError) -> MappedRegion { try base.map(length: length) }
  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool {
    try base.lock(byte: byte, exclusive: exclusive)
  }
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool {
    try base.isLockedExclusively(byte: byte)
  }
  func unlock(byte: UInt64) throws(StorageIOError) { try base.unlock(byte: byte) }
}
