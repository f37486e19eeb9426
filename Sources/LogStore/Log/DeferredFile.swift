/// A segment file that is opened at its first read: a store of any size is opened by looking at its files, not by
/// opening them, which took thirteen system calls a segment.
///
/// Only for a process that holds the writer lock, since nobody else removes or replaces segments then.
final class DeferredFile: ReadOnlyFile {
  let path: String
  private let io: any StorageIO
  /// What was at the path when the store was opened.
  private let found: FileMetadata
  private let handle = Lock<(any StorageFile)?>(nil)

  /// - Parameter found: What is at the path now; only that file is ever read.
  init(io: any StorageIO, path: String, found: FileMetadata) {
    self.io = io
    self.path = path
    self.found = found
  }

  /// The file, opened now if it was not.
  ///
  /// - Throws: `ESTALE` if another one is at the path: that of a store that took the place of this one.
  @discardableResult
  func opened() throws(StorageIOError) -> any StorageFile {
    try handle.withLock { handle throws(StorageIOError) in
      if let handle { return handle }
      let file = try io.open(path, .readOnly)
      guard let present = try io.metadata(path), present.inode == found.inode, present.device == found.device
      else { throw StorageIOError(operation: "relocation", path: path, code: .staleHandle) }
      handle = file
      return file
    }
  }

  func size() throws(StorageIOError) -> UInt64 { found.size }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    try opened().read(into: buffer, at: offset)
  }

  /// The map stays when the file is closed: however many segments there are, they take no descriptors.
  func map(length: Int) throws(StorageIOError) -> MappedRegion {
    let region = try opened().map(length: length)
    handle.withLock { $0 = nil }
    return region
  }
}
