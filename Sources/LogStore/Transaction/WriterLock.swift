/// The right to write to a store: a lock on byte 0 of the LOCK file, which the kernel gives back when the
/// process ends. Byte 1 is locked while a recovery writes. The file names the holder for messages.
package final class WriterLock: Sendable {
  private let file: any StorageFile

  /// Takes the lock, waiting up to `timeout` milliseconds.
  ///
  /// - Throws: `storeLocked`, naming the process that holds it.
  package init(io: any StorageIO, paths: StorePaths, timeout: Int) throws(StoreError) {
    do {
      let file = try io.open(paths.lock, .createOrOpen)
      var waited = 0
      while !(try file.lock(byte: 0, exclusive: true)) {
        guard waited < timeout else {
          let holder = String(decoding: try file.readAll().prefix(200), as: UTF8.self)
          throw StoreError(
            .storeLocked,
            tried: "open the store for writing",
            path: paths.root,
            found: holder.isEmpty ? "another process writes to it" : "\(holder) writes to it",
            remedy: "Wait until it has finished, or open the store for reading only."
          )
        }
        io.pause(milliseconds: 10)
        waited += 10
      }
      self.file = file
      let holder = "process \(io.process.processID) (\(io.process.programName))"
      try file.truncate(to: 0)
      try file.write(Array(holder.utf8), at: 0)
    } catch let error as StoreError {
      throw error
    } catch let error as StorageIOError {
      throw StoreError(error, tried: "open the store for writing")
    } catch {
      throw StoreError(
        .inputOutput,
        tried: "open the store for writing",
        found: "\(error)",
        remedy: "Try again."
      )
    }
  }

  /// Keeps followers still while the segments are rewritten.
  package func beginRecovery() { _ = try? file.lock(byte: 1, exclusive: true) }

  /// Lets followers go on.
  package func endRecovery() { try? file.unlock(byte: 1) }

  /// Gives the right to write back. The holder's name goes first.
  package func release() {
    try? file.truncate(to: 0)
    try? file.unlock(byte: 0)
  }

  /// Whether some process writes to the store.
  package static func isHeld(io: any StorageIO, paths: StorePaths) -> Bool {
    isLocked(byte: 0, io: io, paths: paths)
  }

  /// Whether some process rewrites the segments after a crash: nothing in them may be believed meanwhile.
  package static func isRecovering(io: any StorageIO, paths: StorePaths) -> Bool {
    isLocked(byte: 1, io: io, paths: paths)
  }

  /// A shared lock is refused while another process holds the exclusive one.
  private static func isLocked(byte: UInt64, io: any StorageIO, paths: StorePaths) -> Bool {
    guard let file = try? io.open(paths.lock, .readOnly),
      let free = try? file.lock(byte: byte, exclusive: false)
    else { return false }
    if free { try? file.unlock(byte: byte) }
    return !free
  }
}
