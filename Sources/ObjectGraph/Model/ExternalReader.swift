public import Foundation
import LogStore

/// Reads a value that is in a file of its own, in parts: see `ModelContext.externalReader(_:of:)`.
///
/// What it shows is the value at the time it was opened, whatever is saved meanwhile. Each part is verified
/// before it is handed out. Takes 64 KiB of memory. Safe to use from any thread.
public struct ExternalReader: Sendable {
  private let reader: BlobReader

  init(_ reader: BlobReader) { self.reader = reader }

  /// Bytes of the value; for text, of its UTF-8.
  public var count: Int { Int(clamping: reader.length) }

  /// Reads a part; what lies beyond the end is left out. O(part), rounded up to 64 KiB.
  ///
  /// - Throws: `ObjectGraphError.faultFailed` naming object, file and byte if the file is damaged.
  public func read(_ range: Range<Int>) throws -> Data {
    do {
      return Data(try reader.read(UInt64(clamping: range.lowerBound)..<UInt64(clamping: range.upperBound)))
    } catch {
      throw ObjectGraphError(error)
    }
  }

  /// The whole value in parts of 64 KiB, the last one shorter.
  public var chunks: Chunks { Chunks(chunks: reader.chunks) }

  /// The parts of a value, one after the other.
  public struct Chunks: AsyncSequence, Sendable {
    let chunks: BlobChunks

    /// Where the reading stands.
    public struct AsyncIterator: AsyncIteratorProtocol {
      var iterator: BlobChunks.AsyncIterator

      /// The next part; nil behind the last one.
      ///
      /// - Throws: `ObjectGraphError.faultFailed` naming object, file and byte if the file is damaged.
      public mutating func next() async throws -> Data? {
        do {
          return try await iterator.next().map { Data($0) }
        } catch {
          throw ObjectGraphError(error)
        }
      }
    }

    /// Begins at the first byte.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(iterator: chunks.makeAsyncIterator()) }
  }
}
