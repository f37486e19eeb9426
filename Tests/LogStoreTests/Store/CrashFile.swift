import LogStore

/// An open file of a `CrashDisk`. Locks always succeed: there is one process.
final class CrashFile: StorageFile, @unchecked Sendable {
  let path: String
  private let disk: CrashDisk
  private let node: CrashDisk.Node
  private let isDurable: Bool

  init(disk: CrashDisk, node: CrashDisk.Node, path: String, access: FileAccess) {
    self.disk = disk
    self.node = node
    self.path = path
    if case .durable = access { isDurable = true } else { isDurable = false }
  }

  func size() throws(StorageIOError) -> UInt64 { UInt64(node.live.count) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    guard disk.fault?("pread") == nil else {
      throw StorageIOError(operation: "pread", path: path, code: .ioFailure)
    }
    guard offset < UInt64(node.live.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, node.live.count - start)
    node.live.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[start..<start + count]))
    }
    return count
  }

  /// A refused write leaves its first sector.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    do throws(StorageIOError) {
      try disk.refuseIfAsked(isDurable ? "pwrite+sync" : "pwrite", path)
    } catch {
      disk.write(Array(bytes.prefix(512)), to: node, at: Int(offset), isDurable: false)
      throw error
    }
    disk.write(Array(bytes), to: node, at: Int(offset), isDurable: isDurable)
  }

  /// A refused sync leaves the pages clean and the platter as it was.
  func sync() throws(StorageIOError) {
    do throws(StorageIOError) {
      try disk.refuseIfAsked("fdatasync", path)
    } catch {
      disk.sync(node, loses: true)
      throw error
    }
    disk.sync(node)
  }

  func truncate(to size: UInt64) throws(StorageIOError) {
    try disk.refuseIfAsked("ftruncate", path)
    disk.truncate(node, to: Int(size))
  }

  func reserve(upTo size: UInt64) throws(StorageIOError) { try disk.refuseIfAsked("fallocate", path) }

  func map(length: Int) throws(StorageIOError) -> MappedRegion {
    guard length <= node.live.count else {
      throw StorageIOError(operation: "mmap", path: path, code: .invalidArgument)
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
    node.live.withUnsafeBytes { copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    return MappedRegion(bytes: UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }

  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool { true }
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool { false }
  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool { false }
  func unlock(byte: UInt64) throws(StorageIOError) {}
}
