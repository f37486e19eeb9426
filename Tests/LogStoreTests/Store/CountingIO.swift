import LogStore

/// A storage that tells how much is read from its files. To a store it is another process: what it opens is not
/// shared with others in this one.
struct CountingIO: ForwardingIO {
  let base: any StorageIO
  /// Is told the bytes of each read.
  let didRead: @Sendable (Int) -> Void

  func open(_ path: String, _ access: FileAccess) throws(StorageIOError) -> any StorageFile {
    CountingFile(try base.open(path, access), didRead)
  }
}

private final class CountingFile: ForwardingFile {
  let base: any StorageFile
  private let didRead: @Sendable (Int) -> Void

  init(_ base: any StorageFile, _ didRead: @escaping @Sendable (Int) -> Void) {
    self.base = base
    self.didRead = didRead
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    let count = try base.read(into: buffer, at: offset)
    didRead(count)
    return count
  }
}
