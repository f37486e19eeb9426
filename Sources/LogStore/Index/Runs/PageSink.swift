/// Where the pages of a checkpoint go: a file, written in large pieces, or memory.
final class PageSink {
  private var buffer: [UInt8] = []
  /// Bytes written out before the buffer.
  private var written: UInt64 = 0
  private let file: (any StorageFile)?
  private let seed: UInt64
  private static let piece = 1 << 18

  /// - Parameters:
  ///   - file: nil to keep everything in memory.
  ///   - seed: Of the hashes.
  init(file: (any StorageFile)?, seed: UInt64) {
    self.file = file
    self.seed = seed
    buffer.reserveCapacity(Self.piece * 2)
  }

  /// Where the next byte goes.
  var position: UInt64 { written + UInt64(buffer.count) }

  /// Adds a page, whose size is a multiple of 8.
  func append(page: UnsafeRawBufferPointer) throws(StorageIOError) -> (offset: UInt64, hash: UInt64) {
    let offset = position
    buffer.append(contentsOf: page)
    try flush(above: Self.piece)
    return (offset, XXH64.hash(page, seed: seed))
  }

  /// Adds bytes and zeros up to a multiple of 8.
  func append(_ bytes: [UInt8]) throws(StorageIOError) {
    buffer.append(contentsOf: bytes)
    buffer.append(contentsOf: repeatElement(0, count: aligned8(bytes.count) - bytes.count))
    try flush(above: Self.piece)
  }

  private func flush(above limit: Int) throws(StorageIOError) {
    guard let file, buffer.count > limit else { return }
    try file.write(buffer, at: written)
    written += UInt64(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the header, for which room was left, at the beginning and hands everything to the file.
  func finish(header: [UInt8]) throws(StorageIOError) {
    if written == 0 {
      buffer.replaceSubrange(0..<header.count, with: header)
      try flush(above: 0)
    } else {
      try flush(above: 0)
      try file?.write(header, at: 0)
    }
  }

  /// All bytes, where there is no file.
  var bytes: [UInt8] { buffer }
}
