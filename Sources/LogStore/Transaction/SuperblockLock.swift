/// A lock on byte 0 of the superblock file, which the process that writes holds beside that of the LOCK file: who
/// removes the LOCK file does not let a second writer in.
package final class SuperblockLock: Sendable {
  static let byte: UInt64 = 0
  /// Milliseconds for which a process that has ended is waited for: the system may give up its locks one after the
  /// other.
  private static let patience = 500

  private let file: any StorageFile
  /// The way to the files of the store, for as long as they are at its path.
  package let io: AnchoredIO

  /// Takes the lock.
  ///
  /// - Throws: `storeLocked` if another process has it.
  package init(io: any StorageIO, paths: StorePaths) throws(StoreError) {
    do throws(StorageIOError) {
      self.io = try AnchoredIO(io, at: paths.superblock)
      file = try self.io.open(paths.superblock, .readWrite)
      let file = file
      let isMine = try io.waits(Self.patience) { () throws(StorageIOError) in
        try file.lock(byte: Self.byte, exclusive: true)
      }
      try self.io.confirm()
      if isMine { return }
    } catch {
      throw StoreError(error, tried: "open the store for writing")
    }
    throw StoreError(
      .storeLocked,
      tried: "open the store for writing",
      path: paths.root,
      found: "another process writes to it, whose file LOCK was removed",
      remedy: "Wait until it has finished, or open the store for reading only; never remove the file LOCK."
    )
  }

  /// Gives the lock back.
  package func release() {
    try? file.unlock(byte: Self.byte)  // goes with the handle at the latest
  }
}
