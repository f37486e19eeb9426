/// Writes a large value to a file of its own, part by part, in 64 KiB of memory.
///
/// The file counts only once a commit has stored the reference that `finish()` gives. A writer that is dropped before
/// removes it. It belongs to one thread at a time.
public final class BlobWriter {
  private let id: BlobID
  private let blobs: BlobStore
  private let file: any StorageFile
  private let buffer: UnsafeMutableRawBufferPointer
  private let algorithm = BlobAlgorithm.clear
  private var filled = 0
  private var chunk: UInt64 = 0
  private var digest: UInt64
  private var failure: StoreError?
  /// Whether the file belongs to somebody else, or is gone.
  private var isEnded = false

  /// Bytes of the value so far.
  public var length: UInt64 { chunk << UInt64(BlobFormat.chunkLog) + UInt64(filled) }

  init(_ id: BlobID, _ file: any StorageFile, in blobs: BlobStore) throws(StorageIOError) {
    self.id = id
    self.blobs = blobs
    self.file = file
    digest = id.seed
    buffer = .allocate(byteCount: BlobFormat.room(algorithm), alignment: 16)
    try file.write(BlobFormat.header(id, blobs.files.store, algorithm), at: 0)
  }

  deinit {
    buffer.deallocate()
    discard()
  }

  private func discard() {
    guard !isEnded else { return }
    isEnded = true
    blobs.discard(id, at: blobs.paths.temporaryBlob(id))
  }

  /// Appends a part of the value.
  ///
  /// - Throws: `outOfSpace`, `inputOutput`: the file is gone then, and the writer of no more use.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
    if let failure { throw failure }
    guard length + UInt64(bytes.count) <= BlobFormat.largest else {
      throw fail(
        StoreError(
          .limitExceeded,
          tried: "write a blob",
          path: file.path,
          found: "more than \(BlobFormat.largest) bytes",
          remedy: "Split the value."
        )
      )
    }
    var rest = bytes
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(BlobFormat.chunkSize - filled))
      UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: part)
      filled += part.count
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
      if filled == BlobFormat.chunkSize { try writeChunk() }
    }
  }

  /// Appends a part of the value.
  ///
  /// - Throws: As `append(_:)` of raw bytes.
  public func append(_ bytes: [UInt8]) throws(StoreError) {
    try bytes.withRawBytes { raw throws(StoreError) in try append(raw) }
  }

  /// Ends the value, and makes the file durable: through the descriptor that wrote it, to which the system
  /// reports what it could not write, and once. A sync that failed is never tried again.
  ///
  /// - Returns: The blob, to be attached to the batch whose record will name it (`WriteBatch.attach`).
  /// - Throws: As `append(_:)`.
  public func finish() throws(StoreError) -> PendingBlob {
    if let failure { throw failure }
    let length = length
    if filled > 0 { try writeChunk() }
    let footer = BlobFormat.footer(id, length: length, digest: digest)
    do throws(StorageIOError) {
      try file.write(footer, at: BlobFormat.footerOffset(length, algorithm))
      if !Sabotage.unsyncedBlob.isOn { try file.sync() }
    } catch {
      throw fail(PendingBlob.failure(error))
    }
    isEnded = true
    failure = StoreError(
      .invalidArgument,
      tried: "write a blob",
      path: file.path,
      found: "the writer was ended",
      remedy: "Begin another one."
    )
    return PendingBlob(BlobReference(id: id, length: length, digest: digest), in: blobs)
  }

  private func writeChunk() throws(StoreError) {
    let stored = filled + algorithm.overhead
    algorithm.enclose(filled, in: buffer, number: chunk)
    let hash = BlobFormat.hash(UnsafeRawBufferPointer(rebasing: buffer[..<stored]), number: chunk, of: id)
    let end = UnsafeMutableRawBufferPointer(rebasing: buffer[stored...])
    if let target = end.baseAddress { target.store(hash, 0) }
    do throws(StorageIOError) {
      try file.write(
        UnsafeRawBufferPointer(rebasing: buffer[..<(stored + BlobFormat.hashSize)]),
        at: BlobFormat.offset(of: chunk, algorithm)
      )
    } catch {
      throw fail(PendingBlob.failure(error))
    }
    digest = BlobFormat.fold(hash, into: digest, of: id)
    chunk += 1
    filled = 0
  }

  private func fail(_ error: StoreError) -> StoreError {
    failure = error
    discard()
    return error
  }
}
