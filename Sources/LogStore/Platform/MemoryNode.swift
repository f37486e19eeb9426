import Synchronization

/// The content and the locks of one file in memory, whatever its names and handles.
final class MemoryNode: Sendable {
  let inode: UInt64

  private struct State {
    /// Bytes from `size` to the block's end are zero, so that growing needs no clearing.
    var block = MemoryBlock()
    var size = 0
    /// By byte; entries without holders are removed.
    var locks: [UInt64: Holders] = [:]

    /// Makes room for `end` bytes.
    ///
    /// - Returns: why that is impossible, or nil when done.
    mutating func makeRoom(_ end: Int) -> StorageIOError.Code? {
      if end <= block.capacity { return nil }
      if end > MemoryBlock.largest { return .fileTooLarge }
      guard let larger = block.grown(to: end, keeping: size) else { return .noSpace }
      block = larger
      return nil
    }
  }

  /// Who holds a byte: handles by number, several only when shared.
  private struct Holders {
    var handles: Set<UInt64>
    var exclusive: Bool
  }

  private let state = Lock(State())

  init(inode: UInt64) { self.inode = inode }

  var size: UInt64 { state.withLock { UInt64($0.size) } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
    let address = UInt(bitPattern: buffer.baseAddress)
    let room = buffer.count
    return state.withLock { state in
      guard offset < UInt64(state.size), let target = UnsafeMutableRawPointer(bitPattern: address) else {
        return 0
      }
      let count = min(room, state.size - Int(offset))
      target.copyMemory(from: state.block.start + Int(offset), byteCount: count)
      return count
    }
  }

  /// - Returns: why it failed, or nil when done.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) -> StorageIOError.Code? {
    let address = UInt(bitPattern: bytes.baseAddress)
    let count = bytes.count
    return state.withLock { state in
      guard let source = UnsafeRawPointer(bitPattern: address), count > 0 else { return nil }
      guard let start = Int(exactly: offset), case let (end, overflow) = start.addingReportingOverflow(count),
        !overflow
      else { return .fileTooLarge }
      if let failure = state.makeRoom(end) { return failure }
      (state.block.start + start).copyMemory(from: source, byteCount: count)
      state.size = max(state.size, end)
      return nil
    }
  }

  /// - Returns: why it failed, or nil when done.
  func truncate(to size: UInt64) -> StorageIOError.Code? {
    state.withLock { state in
      guard let size = Int(exactly: size) else { return .fileTooLarge }
      if let failure = state.makeRoom(size) { return failure }
      if size < state.size {
        (state.block.start + size).initializeMemory(as: UInt8.self, repeating: 0, count: state.size - size)
      }
      state.size = size
      return nil
    }
  }

  /// - Returns: why it failed, or nil when done.
  func reserve(upTo size: UInt64) -> StorageIOError.Code? {
    state.withLock { state in
      guard let size = Int(exactly: size) else { return .fileTooLarge }
      return state.makeRoom(size)
    }
  }

  /// The present block, kept by the region. Writes show through it until the file outgrows the block.
  ///
  /// - Returns: nil when the file is shorter than `length`.
  func map(length: Int) -> MappedRegion? {
    state.withLock { state in
      guard length >= 0, length <= state.size else { return nil }
      let block = state.block
      return MappedRegion(bytes: UnsafeRawBufferPointer(start: block.start, count: length)) { _ in
        withExtendedLifetime(block) {}
      }
    }
  }

  /// - Returns: false when another handle excludes it.
  func lock(byte: UInt64, exclusive: Bool, handle: UInt64) -> Bool {
    state.withLock { state in
      guard var holders = state.locks[byte] else {
        state.locks[byte] = Holders(handles: [handle], exclusive: exclusive)
        return true
      }
      let alone = holders.handles == [handle]
      if !alone && (exclusive || holders.exclusive) { return false }
      holders.handles.insert(handle)
      holders.exclusive = exclusive
      state.locks[byte] = holders
      return true
    }
  }

  /// Whether another handle than the one that asks has the byte for itself.
  func isLockedExclusively(byte: UInt64, asking handle: UInt64) -> Bool {
    state.withLock { state in
      guard let holders = state.locks[byte] else { return false }
      return holders.exclusive && !holders.handles.contains(handle)
    }
  }

  /// Whether another handle than the one that asks has a lock on one of the bytes.
  func isLocked(in bytes: Range<UInt64>, asking handle: UInt64) -> Bool {
    state.withLock { state in
      state.locks.contains { byte, holders in bytes.contains(byte) && holders.handles != [handle] }
    }
  }

  func unlock(byte: UInt64, handle: UInt64) {
    state.withLock { state in
      state.locks[byte]?.handles.remove(handle)
      if state.locks[byte]?.handles.isEmpty == true { state.locks[byte] = nil }
    }
  }

  /// Gives up all that a closed handle held.
  func unlockAll(handle: UInt64) {
    state.withLock { state in
      guard !state.locks.isEmpty else { return }
      for byte in state.locks.keys.sorted() {
        state.locks[byte]?.handles.remove(handle)
        if state.locks[byte]?.handles.isEmpty == true { state.locks[byte] = nil }
      }
    }
  }
}
