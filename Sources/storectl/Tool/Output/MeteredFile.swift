import LogStore

/// A file whose bytes are counted.
final class MeteredFile: StorageFile {
  private let base: any StorageFile
  private let meter: ProgressMeter

  init(_ base: any StorageFile, _ meter: ProgressMeter) {
    self.base = base
    self.meter = meter
  }

  var path: String { base.path }

  func size() throws(StorageIOError) -> UInt64 { try base.size() }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(StorageIOError) -> Int {
    let count = try base.read(into: buffer, at: offset)
    meter.note(read: count)
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(StorageIOError) {
    try base.write(bytes, at: offset)
    meter.note(written: bytes.count)
  }

  func sync() throws(StorageIOError) { try base.sync() }

  func truncate(to size: UInt64) throws(StorageIOError) { try base.truncate(to: size) }

  func reserve(upTo size: UInt64) throws(StorageIOError) { try base.reserve(upTo: size) }

  func map(length: Int) throws(StorageIOError) -> MappedRegion { try base.map(length: length) }

  func lock(byte: UInt64, exclusive: Bool) throws(StorageIOError) -> Bool {
    try base.lock(byte: byte, exclusive: exclusive)
  }

  func isLockedExclusively(byte: UInt64) throws(StorageIOError) -> Bool {
    try base.isLockedExclusively(byte: byte)
  }

  func isLocked(in bytes: Range<UInt64>) throws(StorageIOError) -> Bool { try base.isLocked(in: bytes) }

  func unlock(byte: UInt64) throws(StorageIOError) { try base.unlock(byte: byte) }
}
