/// An open regular file. It is closed when the last reference goes; locks held through it end then too.
///
/// Offsets and sizes are in bytes from the start of the file; there is no position. Calls may come from
/// several threads at once; overlapping writes must be kept apart by the caller.
public protocol StorageFile: AnyObject, Sendable {
  /// The path it was opened by, for messages. The file may have been renamed or removed since.
  var path: String { get }

  /// The file's present size in bytes.
  func size() throws(StorageIOError) -> UInt64

  /// Fills a buffer from an offset on.
  ///
  /// - Returns: the bytes read, fewer than asked for only at the end of the file, 0 at or beyond it.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int

  /// Writes all the bytes, growing the file where they pass its end; a gap reads as zeros.
  ///
  /// Durable on return only with `.durable` access; otherwise after `sync`. When it throws, any part of
  /// the bytes may have been written.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError)

  /// Makes content and size durable. The name is durable only after `StorageIO.syncDirectory`.
  ///
  /// After a failure the system may have dropped the changed pages and call them clean: never retry,
  /// never go on with this handle.
  func sync() throws(StorageIOError)

  /// Cuts the file, or extends it with zeros.
  func truncate(to size: UInt64) throws(StorageIOError)

  /// Allocates room for the first `size` bytes without changing the file's size, so that writing them
  /// later cannot run out of space. Succeeds without effect where the file system cannot do it.
  func reserve(upTo size: UInt64) throws(StorageIOError)

  /// Maps the first `length` bytes for reading. The region stays valid after the file is closed or removed.
  ///
  /// Only for files that will not be cut while the region lives: reading beyond the end of a mapped file
  /// kills the process.
  ///
  /// - Throws: `EINVAL` when the file is shorter than `length`.
  func map(length: Int) throws(StorageIOError) -> MappedRegion

  /// Takes a lock on one byte, which need not exist, for this handle, without waiting. Handles exclude
  /// each other inside one process as between processes. Taking a held lock again changes its kind.
  ///
  /// - Returns: false when another handle holds a lock that excludes it.
  /// - Throws: `EBADF` for an exclusive lock through a read-only handle.
  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool

  /// Whether another handle has the byte for itself. Takes no lock, so that nobody is kept from one by being asked.
  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool

  /// Whether another handle has a lock of any kind on one of the bytes. Takes no lock.
  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool

  /// Gives up this handle's lock on the byte; no effect without one.
  func unlock(byte: UInt64) throws(StorageIOError)
}
