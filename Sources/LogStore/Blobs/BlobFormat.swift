/// How the file of a blob is laid out (FORMAT.md, section 20): a header, the chunks, each followed by its hash, a
/// footer.
enum BlobFormat {
  static let version: UInt16 = 1
  static let headerSize = 64
  static let footerSize = 32
  /// log2 of the bytes of a chunk.
  static let chunkLog: UInt8 = 16
  /// Bytes of the value in each chunk but the last.
  static let chunkSize = 1 << Int(chunkLog)
  /// Bytes behind each chunk.
  static let hashSize = 8
  private static let headerMagic: UInt32 = 0x4C42_534C  // "LSBL"
  private static let footerMagic: UInt32 = 0x4542_534C  // "LSBE"

  /// Longest value.
  static let largest: UInt64 = 1 << 48

  /// Chunks of a value.
  static func chunks(_ length: UInt64) -> UInt64 { (length + UInt64(chunkSize) - 1) >> UInt64(chunkLog) }

  /// Bytes of a chunk with all that belongs to it.
  static func room(_ algorithm: BlobAlgorithm) -> Int { chunkSize + algorithm.overhead + hashSize }

  /// Where a chunk begins.
  static func offset(of chunk: UInt64, _ algorithm: BlobAlgorithm) -> UInt64 {
    UInt64(headerSize) + chunk * UInt64(chunkSize + algorithm.overhead + hashSize)
  }

  /// Bytes of the value in a chunk.
  static func count(of chunk: UInt64, length: UInt64) -> Int {
    Int(min(UInt64(chunkSize), length - chunk << UInt64(chunkLog)))
  }

  /// Where the footer begins.
  static func footerOffset(_ length: UInt64, _ algorithm: BlobAlgorithm) -> UInt64 {
    UInt64(headerSize) + length + chunks(length) * UInt64(algorithm.overhead + hashSize)
  }

  /// Bytes of the whole file.
  static func fileSize(_ length: UInt64, _ algorithm: BlobAlgorithm) -> UInt64 {
    footerOffset(length, algorithm) + UInt64(footerSize)
  }

  /// The hash behind a chunk: it fits no other place and no other blob.
  static func hash(_ chunk: UnsafeRawBufferPointer, number: UInt64, of id: BlobID) -> UInt64 {
    XXH64.hash(chunk, seed: id.seed &+ number)
  }

  /// The digest of all chunks up to one, given that up to the one before.
  static func fold(_ hash: UInt64, into digest: UInt64, of id: BlobID) -> UInt64 {
    XXH64.hash(digest, hash, seed: id.seed)
  }

  // MARK: Header and footer

  static func header(_ id: BlobID, _ store: StoreID, _ algorithm: BlobAlgorithm) -> [UInt8] {
    var writer = ByteWriter(capacity: headerSize)
    writer.append(headerMagic)
    writer.append(version)
    writer.append(algorithm.rawValue)
    writer.append(chunkLog)
    writer.append(store.low)
    writer.append(store.high)
    writer.append(id.high)
    writer.append(id.low)
    writer.pad(to: headerSize - hashSize)
    writer.append(XXH64.hash(writer.bytes, seed: store.low))
    return writer.bytes
  }

  /// Reads a header.
  ///
  /// - Throws: what is wrong with it.
  static func algorithm(
    of bytes: [UInt8],
    _ id: BlobID,
    _ store: StoreID
  ) throws(ByteReader.Failure) -> BlobAlgorithm {
    guard bytes.count == headerSize else {
      throw ByteReader.Failure(offset: 0, reason: "it ends in its header")
    }
    return try bytes.withRawBytes { raw throws(ByteReader.Failure) in
      guard raw.word(0, UInt32.self) == headerMagic else {
        throw ByteReader.Failure(offset: 0, reason: "no header of a blob")
      }
      let covered = UnsafeRawBufferPointer(rebasing: raw[..<(headerSize - hashSize)])
      guard raw.word(headerSize - hashSize, UInt64.self) == XXH64.hash(covered, seed: store.low) else {
        throw ByteReader.Failure(offset: 0, reason: "the checksum of the header does not fit")
      }
      guard raw.word(4, UInt16.self) == version, raw[7] == chunkLog,
        let algorithm = BlobAlgorithm(rawValue: raw[6])
      else {
        throw ByteReader.Failure(offset: 4, reason: "a version or an algorithm that this one does not know")
      }
      let found = BlobID(high: raw.word(24, UInt64.self), low: raw.word(32, UInt64.self))
      guard raw.word(8, UInt64.self) == store.low, raw.word(16, UInt64.self) == store.high, found == id else {
        throw ByteReader.Failure(offset: 8, reason: "it is blob \(found), or of another store")
      }
      return algorithm
    }
  }

  static func footer(_ id: BlobID, length: UInt64, digest: UInt64) -> [UInt8] {
    var writer = ByteWriter(capacity: footerSize)
    writer.append(footerMagic)
    writer.append(UInt32(0))
    writer.append(length)
    writer.append(digest)
    writer.append(XXH64.hash(writer.bytes, seed: id.seed))
    return writer.bytes
  }
}
