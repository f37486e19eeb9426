/// Tells writers in other processes which version a process still reads, so that they leave the blobs of that version
/// alone: a shared lock on the byte of `SUPER` whose place is the version's number (FORMAT.md, "Locks"). The system
/// gives it up when the process ends.
package final class ReaderMark: Sendable {
  /// The byte of version 0. No store is so large.
  private static let base: UInt64 = 1 << 62

  private let file: any StorageFile
  private let byte: UInt64

  /// Marks a version. That of number 0 keeps all blobs: to be held until the version that will be read is known.
  package init(
    _ sequence: SequenceNumber,
    io: any StorageIO,
    paths: StorePaths
  ) throws(StoreError) {
    byte = Self.base + min(sequence, FormatConstants.sequenceBound - 1)
    do throws(StorageIOError) {
      file = try io.open(paths.superblock, .readOnly)
      _ = try file.lock(byte: byte, exclusive: false)  // nobody takes one that excludes it
    } catch {
      throw StoreError(error, tried: "read the store")
    }
  }

  deinit { try? file.unlock(byte: byte) }  // goes with the handle at the latest

  /// Whether another process reads a version with such a number, or may begin to. Where that cannot be found out the
  /// answer is yes.
  static func isAny(in versions: Range<SequenceNumber>, io: any StorageIO, paths: StorePaths) -> Bool {
    let bound = FormatConstants.sequenceBound
    let bytes = base + min(versions.lowerBound, bound)..<base + min(versions.upperBound, bound)
    do throws(StorageIOError) {
      return try io.open(paths.superblock, .readOnly).isLocked(in: bytes)
    } catch {
      return true
    }
  }
}
