import LogStore
import Synchronization

/// A storage in memory that notes the largest read or write of a file of a blob.
final class CountingDisk: ForwardingIO {
  let base: any StorageIO = MemoryStorageIO()
  private let largest = Atomic<Int>(0)

  /// Bytes of the largest read or write of a file of a blob.
  var largestBlobCall: Int { largest.load(ordering: .relaxed) }

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    let file = try base.open(path, access)
    return path.contains("/blob/") ? File(file, self) : file
  }

  private func note(_ count: Int) { _ = largest.max(count, ordering: .relaxed) }

  private final class File: ForwardingFile {
    let base: any StorageFile
    private let disk: CountingDisk

    init(_ base: any StorageFile, _ disk: CountingDisk) {
      self.base = base
      self.disk = disk
    }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
      disk.note(buffer.count)
      return try base.read(into: buffer, at: offset)
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
      disk.note(bytes.count)
      try base.write(bytes, at: offset)
    }
  }
}
