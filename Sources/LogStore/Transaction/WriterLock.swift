/// The right to write to a store: a lock on byte 0 of the LOCK file, which the kernel gives back when the
/// process ends. Byte 1 is locked too until the recovery has put the segments right. The file names the holder
/// for messages.
package final class WriterLock: Sendable {
  /// Byte that the writer locks.
  static let writerByte: UInt64 = 0
  /// Byte that a recovery locks, and that readers share while they look at the files.
  static let recoveryByte: UInt64 = 1
  /// Milliseconds that readers are waited for at least: they look at the files for a moment only, which is no
  /// reason to refuse a program that does not want to wait for another writer.
  private static let patienceWithReaders = 1000

  private let file: any StorageFile
  private let root: SuperblockLock
  /// The way to the files of the store, for as long as they are at its path.
  package var io: any StorageIO { root.io }

  /// Takes both locks, waiting up to `timeout` milliseconds for another writer.
  ///
  /// Byte 0 is never held without byte 1 before `endRecovery`: who sees a writer that holds byte 0 alone sees
  /// one whose segments can be believed.
  ///
  /// - Throws: `storeLocked`, naming the process that writes.
  package init(io: any StorageIO, paths: StorePaths, timeout: Int) throws(StoreError) {
    do throws(StorageIOError) {
      file = try io.open(paths.lock, .createOrOpen)
    } catch {
      throw StoreError(error, tried: "open the store for writing")
    }
    var waited = 0
    while let obstacle = try Self.take(file) {
      let patience = obstacle == .writer ? timeout : max(timeout, Self.patienceWithReaders)
      guard waited < patience else { throw Self.locked(by: obstacle, file, paths) }
      io.pause(milliseconds: 10)
      waited += 10
    }
    if Sabotage.recoveryNotLocked.isOn { try? file.unlock(byte: Self.recoveryByte) }
    root = try SuperblockLock(io: io, paths: paths)
    // The name is for messages only: a disk without room for it must not keep anybody from writing.
    try? file.truncate(to: 0)
    try? file.write(Array("process \(io.process.processID) (\(io.process.programName))".utf8), at: 0)
  }

  /// What keeps the locks from being taken.
  private enum Obstacle {
    case writer
    case reader
  }

  /// Takes both locks or none.
  private static func take(_ file: any StorageFile) throws(StoreError) -> Obstacle? {
    do throws(StorageIOError) {
      guard try !file.isLockedExclusively(byte: writerByte) else { return .writer }
      guard try file.lock(byte: recoveryByte, exclusive: true) else {
        return try file.isLockedExclusively(byte: recoveryByte) ? .writer : .reader
      }
      if try file.lock(byte: writerByte, exclusive: true) { return nil }
      try file.unlock(byte: recoveryByte)
      return .writer
    } catch {
      throw StoreError(error, tried: "lock the store for writing")
    }
  }

  private static func locked(by obstacle: Obstacle, _ file: any StorageFile, _ paths: StorePaths)
    -> StoreError
  {
    let found =
      switch obstacle {
      case .writer: "\(holder(file)) writes to it"
      case .reader: "another process is reading its files"
      }
    return StoreError(
      .storeLocked,
      tried: "open the store for writing",
      path: paths.root,
      found: found,
      remedy: "Wait until it has finished, or open the store for reading only."
    )
  }

  /// The process that writes, in words.
  static func holder(_ file: any StorageFile) -> String {
    // Only a name for a message: a file that cannot be read leaves it unnamed.
    let bytes = (try? file.read(count: 200, at: 0)) ?? []
    return bytes.isEmpty ? "another process" : String(decoding: bytes, as: UTF8.self)
  }

  /// Lets readers go on: the segments are as they have to be.
  package func endRecovery() {
    try? file.unlock(byte: Self.recoveryByte)  // goes with the handle at the latest
  }

  /// Gives the right to write back. The holder's name goes first.
  package func release() {
    try? file.truncate(to: 0)  // only a name for messages
    root.release()
    try? file.unlock(byte: Self.recoveryByte)  // both go with the handle at the latest
    try? file.unlock(byte: Self.writerByte)
  }
}
