/// The value of a blob as a sequence of parts of 64 KiB (the last may be shorter), each verified before it is handed
/// out. Reading one blocks for as long as the disk takes.
public struct BlobChunks: AsyncSequence, Sendable {
  /// A part of the value.
  public typealias Element = [UInt8]
  /// `blobDamaged` or `inputOutput`.
  public typealias Failure = StoreError

  let reader: BlobReader

  /// Where the reading stands.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let reader: BlobReader
    private var next: UInt64 = 0

    init(_ reader: BlobReader) { self.reader = reader }

    /// The next part; nil behind the last one.
    public mutating func next() async throws(StoreError) -> [UInt8]? {
      guard next < reader.length else { return nil }
      let part = try reader.read(next..<next + UInt64(BlobFormat.chunkSize))
      next += UInt64(BlobFormat.chunkSize)
      return part
    }
  }

  /// Begins at the first byte.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader) }
}
