import LogStore

/// An open handle on a file of a simulated disk.
final class SimulatedFile: StorageFile {
  let path: String
  private let disk: SimulatedDisk
  private let node: Int
  private let access: FileAccess
  private let handle: UInt64
  private let process: UInt64

  init(disk: SimulatedDisk, node: Int, path: String, access: FileAccess, handle: UInt64, process: UInt64) {
    self.disk = disk
    self.node = node
    self.path = path
    self.access = access
    self.handle = handle
    self.process = process
  }

  deinit { disk.state.withLock { Self.close(&$0, node, handle, process) } }

  private static func close(_ state: inout DiskState, _ node: Int, _ handle: UInt64, _ process: UInt64) {
    guard state.process == process else { return }
    state.nodes[node].openHandles = max(0, state.nodes[node].openHandles - 1)
    guard !state.nodes[node].locks.isEmpty else { return }
    for byte in Array(state.nodes[node].locks.keys) { unlock(&state, node, byte, handle) }
  }

  private static func unlock(_ state: inout DiskState, _ node: Int, _ byte: UInt64, _ handle: UInt64) {
    state.nodes[node].locks[byte]?.handles.remove(handle)
    if state.nodes[node].locks[byte]?.handles.isEmpty == true { state.nodes[node].locks[byte] = nil }
  }

  private var isDurable: Bool {
    if case .durable = access { true } else { false }
  }

  private func failure(_ operation: String, _ code: StorageIOError.Code) -> StorageIOError {
    StorageIOError(operation: operation, path: path, code: code)
  }

  /// Runs with the disk, unless the process that opened the file is gone.
  private func withDisk<Result: Sendable>(
    _ operation: String,
    _ body: (inout DiskState) throws(StorageIOError) -> Result
  ) throws(StorageIOError) -> Result {
    let process = process
    let gone = failure(operation, .badHandle)
    return try disk.state.withLock { state throws(StorageIOError) -> Result in
      guard state.process == process else { throw gone }
      return try body(&state)
    }
  }

  func size() throws(StorageIOError) -> UInt64 {
    let node = node
    return try withDisk("fstat") { state throws(StorageIOError) in UInt64(state.nodes[node].live.size) }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    guard let start = Int(exactly: offset) else { throw failure("pread", .invalidArgument) }
    let (node, path) = (node, path)
    let address = UInt(bitPattern: buffer.baseAddress)
    let count = buffer.count
    return try withDisk("pread") { state throws(StorageIOError) in
      try state.refuseIfAsked(.read, "pread", path)
      let target = UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: address),
        count: count
      )
      return state.nodes[node].live.read(into: target, at: start)
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    if bytes.isEmpty { return }
    guard let start = Int(exactly: offset) else { throw failure("pwrite", .invalidArgument) }
    guard access.allowsWriting else { throw failure("pwrite", .badHandle) }
    let (node, path, isDurable) = (node, path, isDurable)
    let address = UInt(bitPattern: bytes.baseAddress)
    let count = bytes.count
    try withDisk("pwrite") { state throws(StorageIOError) in
      try state.write(address, count, to: node, at: start, isDurable: isDurable, path)
    }
  }

  func sync() throws(StorageIOError) {
    let (node, path) = (node, path)
    try withDisk("fdatasync") { state throws(StorageIOError) in try state.sync(node, path) }
  }

  func truncate(to size: UInt64) throws(StorageIOError) {
    guard access.allowsWriting, let size = Int(exactly: size) else {
      throw failure("ftruncate", .invalidArgument)
    }
    let (node, path) = (node, path)
    try withDisk("ftruncate") { state throws(StorageIOError) in try state.truncate(node, to: size, path) }
  }

  func reserve(upTo size: UInt64) throws(StorageIOError) {
    guard let size = Int(exactly: size) else { throw failure("fallocate", .invalidArgument) }
    guard access.allowsWriting else { throw failure("fallocate", .badHandle) }
    let (node, path) = (node, path)
    try withDisk("fallocate") { state throws(StorageIOError) in try state.reserve(node, upTo: size, path) }
  }

  /// Shows the file as it is at the call; only for files that do not change below `length` any more.
  func map(length: Int) throws(StorageIOError) -> MappedRegion {
    let size = Int(clamping: try self.size())
    guard length >= 0, length <= size else { throw failure("mmap", .invalidArgument) }
    // The memory belongs to the region, whose last reference frees it.
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 4096)
    do throws(StorageIOError) {
      let count = try read(into: copy, at: 0)
      guard count == length else { throw failure("mmap", .ioFailure) }
    } catch {
      copy.deallocate()
      throw error
    }
    return MappedRegion(bytes: UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool {
    guard !exclusive || access.allowsWriting else { throw failure("fcntl", .badHandle) }
    let (node, handle) = (node, handle)
    return try withDisk("fcntl") { state throws(StorageIOError) in
      guard var holders = state.nodes[node].locks[byte] else {
        state.nodes[node].locks[byte] = .init(handles: [handle], isExclusive: exclusive)
        return true
      }
      if holders.handles != [handle], exclusive || holders.isExclusive { return false }
      holders.handles.insert(handle)
      holders.isExclusive = exclusive
      state.nodes[node].locks[byte] = holders
      return true
    }
  }

  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool {
    let (node, handle) = (node, handle)
    return try withDisk("fcntl") { state throws(StorageIOError) in
      guard let holders = state.nodes[node].locks[byte] else { return false }
      return holders.isExclusive && !holders.handles.contains(handle)
    }
  }

  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool {
    let (node, handle) = (node, handle)
    return try withDisk("fcntl") { state throws(StorageIOError) in
      state.nodes[node].locks.contains { byte, holders in
        bytes.contains(byte) && holders.handles != [handle]
      }
    }
  }

  func unlock(byte: UInt64) throws(StorageIOError) {
    let (node, handle) = (node, handle)
    try withDisk("fcntl") { state throws(StorageIOError) in Self.unlock(&state, node, byte, handle) }
  }
}
