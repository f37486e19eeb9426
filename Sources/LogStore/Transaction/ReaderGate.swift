/// Lets readers look at the files of a store while no recovery rewrites them: they share byte 1 of the LOCK
/// file, which a recovery has for itself.
package enum ReaderGate {
  /// Attempts before a reader gives up beside a writer that keeps removing files.
  private static let attempts = 10

  /// Runs a body that reads the files. Beside a writer it is begun again where files go while it looks.
  ///
  /// - Parameters:
  ///   - timeout: Milliseconds to wait for the end of a recovery.
  ///   - body: Is told the process that writes to the store, in words, or nil if none does. None can begin to
  ///     write while it runs.
  /// - Throws: `storeLocked` if a recovery goes on, `storeMissing` or `notAStore` if there is nothing to read,
  ///   and what the body throws.
  package static func read<R>(
    io: any StorageIO,
    paths: StorePaths,
    timeout: Int,
    _ body: (_ writer: String?) throws(StoreError) -> R
  ) throws(StoreError) -> R {
    // What is no store is refused before its lock file is looked for.
    _ = try SuperblockSlots(io: io, paths: paths)
    var attempt = 1
    while true {
      let file = try enter(io, paths, timeout)
      defer {
        try? file?.unlock(byte: WriterLock.recoveryByte)  // goes with the handle at the latest
      }
      let writer = try writer(file, io, paths)
      do throws(StoreError) {
        return try body(writer)
      } catch {
        let mayPass = [.segmentCorrupt, .checkpointCorrupt, .walCorrupt, .superblockCorrupt].contains(
          error.code
        )
        guard mayPass, writer != nil, attempt < attempts else { throw error }
      }
      attempt += 1
      io.pause(milliseconds: 20)
    }
  }

  /// Waits until no recovery goes on, and keeps the next one from beginning.
  ///
  /// - Returns: nil if there is no lock file: then nobody writes.
  private static func enter(
    _ io: any StorageIO,
    _ paths: StorePaths,
    _ timeout: Int
  ) throws(StoreError) -> (any StorageFile)? {
    let file: any StorageFile
    do throws(StorageIOError) {
      file = try io.open(paths.lock, .readOnly)
    } catch {
      guard error.isNoSuchEntry else { throw StoreError(error, tried: "read the store") }
      return nil
    }
    do throws(StorageIOError) {
      let isIn = try io.waits(timeout) { () throws(StorageIOError) in
        try file.lock(byte: WriterLock.recoveryByte, exclusive: false)
      }
      if isIn { return file }
    } catch {
      throw StoreError(error, tried: "read the store")
    }
    throw StoreError(
      .storeLocked,
      tried: "read the store",
      path: paths.root,
      found: "\(WriterLock.holder(file)) recovers it",
      remedy: "Try again when it has finished."
    )
  }

  private static func writer(
    _ file: (any StorageFile)?,
    _ io: any StorageIO,
    _ paths: StorePaths
  ) throws(StoreError) -> String? {
    do throws(StorageIOError) {
      if let file, try file.isLockedExclusively(byte: WriterLock.writerByte) {
        return WriterLock.holder(file)
      }
      // Of a writer whose lock file was removed, only this lock tells.
      let root = try io.open(paths.superblock, .readOnly)
      return try root.isLockedExclusively(byte: SuperblockLock.byte) ? "another process" : nil
    } catch {
      throw StoreError(error, tried: "read the store")
    }
  }
}
