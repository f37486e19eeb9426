public import Foundation
import LogStore

/// Writes a value to a file of its own, in parts: see `ModelContext.writeExternal(_:of:_:)`.
public struct ExternalWriter {
  private let writer: BlobWriter

  init(_ writer: BlobWriter) { self.writer = writer }

  /// Bytes so far.
  public var count: Int { Int(clamping: writer.length) }

  /// Appends a part. Takes 64 KiB of memory, however long the value is.
  ///
  /// - Throws: `ObjectGraphError.store` with what the file system says: that the disk is full, for example.
  public func append(_ part: some DataProtocol) throws {
    for region in part.regions {
      let failure = region.withUnsafeBytes { append($0) }
      if let failure { throw failure }
    }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) -> ObjectGraphError? {
    do throws(StoreError) {
      try writer.append(bytes)
      return nil
    } catch {
      return ObjectGraphError(error)
    }
  }
}
