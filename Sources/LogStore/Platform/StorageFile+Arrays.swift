extension StorageFile {
  /// Reads into a new array.
  ///
  /// - Returns: `count` bytes, or fewer at the end of the file.
  package func read(count: Int, at offset: UInt64) throws(StorageIOError) -> [UInt8] {
    var failure: StorageIOError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(StorageIOError) {
        let room = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
        filled = try read(into: room, at: offset)
      } catch {
        filled = 0
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads the file as it is now: all of it, or one byte more than the limit if it is larger, so that no file makes
  /// the process take more memory than the caller is ready for.
  package func readAll(upTo limit: Int = 1 << 30) throws(StorageIOError) -> [UInt8] {
    try read(count: Int(min(size(), UInt64(limit) + 1)), at: 0)
  }

  /// Writes all bytes of an array.
  package func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageIOError) {
    var failure: StorageIOError?
    bytes.withUnsafeBytes { buffer in
      do throws(StorageIOError) {
        try write(buffer, at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
