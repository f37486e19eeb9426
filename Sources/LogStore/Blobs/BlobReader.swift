/// Reads the value of one blob, any part of it, verified chunk by chunk.
///
/// It holds the file open: the value can be read to its end even where the blob is removed meanwhile. Takes 64 KiB of
/// memory while it reads. Safe to use from any thread.
public final class BlobReader: Sendable {
  /// Which blob, and how long.
  public let reference: BlobReference
  private let file: any StorageFile
  private let store: StoreID
  private let algorithm: BlobAlgorithm
  private let place: BlobPlace?

  /// Bytes of the value.
  public var length: UInt64 { reference.length }

  /// Opens the value that a file holds.
  ///
  /// - Throws: `blobDamaged` if header, footer or size do not fit the reference.
  package init(
    _ file: any StorageFile,
    _ reference: BlobReference,
    store: StoreID,
    of place: BlobPlace?
  ) throws(StoreError) {
    func damaged(_ found: String, at offset: UInt64) -> StoreError {
      Self.damaged(found, at: offset, file, reference.id, place)
    }
    self.file = file
    self.store = store
    self.reference = reference
    self.place = place
    func told<R>(_ body: () throws(StorageIOError) -> R) throws(StoreError) -> R {
      do throws(StorageIOError) {
        return try body()
      } catch {
        throw BlobFiles.unreadable(error, reference.id, place)
      }
    }
    let header = try told { () throws(StorageIOError) in try file.read(count: BlobFormat.headerSize, at: 0) }
    do throws(ByteReader.Failure) {
      algorithm = try BlobFormat.algorithm(of: header, reference.id, store)
    } catch {
      throw damaged(error.reason, at: UInt64(error.offset))
    }
    let size = try told { () throws(StorageIOError) in try file.size() }
    guard reference.length <= BlobFormat.largest,
      size == BlobFormat.fileSize(reference.length, algorithm)
    else {
      throw damaged("\(size) bytes, which is not what a value of \(reference.length) bytes takes", at: size)
    }
    let end = BlobFormat.footerOffset(reference.length, algorithm)
    let footer = try told { () throws(StorageIOError) in
      try file.read(count: BlobFormat.footerSize, at: end)
    }
    guard footer == BlobFormat.footer(reference.id, length: reference.length, digest: reference.digest) else {
      throw damaged("its footer is not the one that the record asks for", at: end)
    }
  }

  private static func damaged(
    _ found: String,
    at offset: UInt64,
    _ file: any StorageFile,
    _ id: BlobID,
    _ place: BlobPlace?
  ) -> StoreError {
    StoreError(
      .blobDamaged,
      tried: BlobFiles.trying(id, place),
      path: file.path,
      offset: offset,
      found: found,
      remedy: "Put the file back from a backup, or give the attribute another value; all else can be read.",
      objects: place.map { [$0.object] } ?? []
    )
  }

  // MARK: Reading

  /// Lends the parts of a range of the value, chunk by chunk, each verified before the body sees it.
  ///
  /// - Parameters:
  ///   - range: What reaches beyond the end is left out.
  ///   - body: Says whether to go on.
  /// - Throws: `blobDamaged`, naming file and byte; `inputOutput`.
  /// - Complexity: O(range); whole chunks are read, so up to 128 KiB more.
  public func forEachPart(
    of range: Range<UInt64>,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let range = range.clamped(to: 0..<length)
    guard !range.isEmpty else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: BlobFormat.room(algorithm), alignment: 16)
    defer { buffer.deallocate() }
    let log = UInt64(BlobFormat.chunkLog)
    for chunk in range.lowerBound >> log...(range.upperBound - 1) >> log {
      let (count, _) = try read(chunk, into: buffer)
      let start = chunk << log
      let part = range.clamped(to: start..<start + UInt64(count))
      let wanted = Int(part.lowerBound - start)..<Int(part.upperBound - start)
      guard try body(UnsafeRawBufferPointer(rebasing: buffer[wanted])) else { return }
    }
  }

  /// Reads a range of the value; what reaches beyond its end is left out.
  ///
  /// - Throws: As `forEachPart`.
  public func read(_ range: Range<UInt64>) throws(StoreError) -> [UInt8] {
    let range = range.clamped(to: 0..<length)
    var bytes: [UInt8] = []
    // Not more: a length is believed as far as the file proves it.
    bytes.reserveCapacity(min(range.count, 1 << 20))
    try forEachPart(of: range) { part throws(StoreError) in
      bytes.append(contentsOf: part)
      return true
    }
    return bytes
  }

  /// Reads the whole value into memory.
  ///
  /// - Throws: As `forEachPart`.
  public func readAll() throws(StoreError) -> [UInt8] { try read(0..<length) }

  /// The value in parts of 64 KiB, to be awaited one after the other.
  public var chunks: BlobChunks { BlobChunks(reader: self) }

  /// Reads everything, and compares with the digest in the record as well.
  ///
  /// - Throws: As `forEachPart`.
  public func verify() throws(StoreError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: BlobFormat.room(algorithm), alignment: 16)
    defer { buffer.deallocate() }
    var digest = reference.id.seed
    for chunk in 0..<BlobFormat.chunks(length) {
      digest = BlobFormat.fold(try read(chunk, into: buffer).hash, into: digest, of: reference.id)
    }
    try refuseUnless(digest == reference.digest)
  }

  /// Lends the whole file, part by part, each verified before the body sees it.
  ///
  /// - Throws: As `verify()`, and what the body throws.
  func forEachStoredPart(
    _ body: (UnsafeRawBufferPointer, _ offset: UInt64) throws(StoreError) -> Void
  ) throws(StoreError) {
    let header = BlobFormat.header(reference.id, store, algorithm)
    try header.withRawBytes { bytes throws(StoreError) in try body(bytes, 0) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: BlobFormat.room(algorithm), alignment: 16)
    defer { buffer.deallocate() }
    var digest = reference.id.seed
    for chunk in 0..<BlobFormat.chunks(length) {
      let (stored, hash) = try readStored(chunk, into: buffer)
      digest = BlobFormat.fold(hash, into: digest, of: reference.id)
      try body(
        UnsafeRawBufferPointer(rebasing: buffer[..<(stored + BlobFormat.hashSize)]),
        BlobFormat.offset(of: chunk, algorithm)
      )
    }
    try refuseUnless(digest == reference.digest)
    let footer = BlobFormat.footer(reference.id, length: length, digest: digest)
    try footer.withRawBytes { bytes throws(StoreError) in
      try body(bytes, BlobFormat.footerOffset(length, algorithm))
    }
  }

  /// Lends the whole file as it is, whatever became of it; zeros for what the system refuses to read.
  func forEachRawPart(
    _ body: (UnsafeRawBufferPointer, _ offset: UInt64) throws(StoreError) -> Void
  ) throws(StoreError) {
    let size = BlobFormat.fileSize(length, algorithm)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: BlobFormat.chunkSize, alignment: 16)
    defer { buffer.deallocate() }
    for offset in stride(from: 0, to: size, by: BlobFormat.chunkSize) {
      let part = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<Int(min(size - offset, UInt64(BlobFormat.chunkSize)))]
      )
      if (try? file.read(into: part, at: offset)) != part.count {
        part.initializeMemory(as: UInt8.self, repeating: 0)
      }
      try body(UnsafeRawBufferPointer(part), offset)
    }
  }

  private func refuseUnless(_ isWhole: Bool) throws(StoreError) {
    guard !isWhole else { return }
    throw Self.damaged("its chunks are not those of the value", at: 0, file, reference.id, place)
  }

  /// Reads a chunk, verifies it, and leaves the part of the value at the beginning of the buffer.
  private func read(
    _ chunk: UInt64,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(StoreError) -> (count: Int, hash: UInt64) {
    let (stored, hash) = try readStored(chunk, into: buffer)
    let count = BlobFormat.count(of: chunk, length: length)
    let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(stored + BlobFormat.hashSize)])
    guard algorithm.disclose(count, in: bytes, number: chunk) else {
      let offset = BlobFormat.offset(of: chunk, algorithm)
      throw Self.damaged("chunk \(chunk) does not open", at: offset, file, reference.id, place)
    }
    return (count, hash)
  }

  /// Reads a chunk as it lies in the file, followed by its hash, and verifies it.
  ///
  /// - Returns: Bytes before the hash, and the hash.
  private func readStored(
    _ chunk: UInt64,
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(StoreError) -> (count: Int, hash: UInt64) {
    let offset = BlobFormat.offset(of: chunk, algorithm)
    let stored = BlobFormat.count(of: chunk, length: length) + algorithm.overhead
    let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<(stored + BlobFormat.hashSize)])
    let found: Int
    do throws(StorageIOError) {
      found = try file.read(into: wanted, at: offset)
    } catch {
      throw BlobFiles.unreadable(error, reference.id, place)
    }
    guard found == wanted.count else {
      throw Self.damaged("it ends within chunk \(chunk)", at: offset, file, reference.id, place)
    }
    let bytes = UnsafeRawBufferPointer(rebasing: wanted[..<stored])
    let hash = UnsafeRawBufferPointer(wanted).word(stored, UInt64.self)
    guard hash == BlobFormat.hash(bytes, number: chunk, of: reference.id) else {
      throw Self.damaged("the checksum of chunk \(chunk) does not fit", at: offset, file, reference.id, place)
    }
    return (stored, hash)
  }
}
