/// The first 96 bytes of a group of the write-ahead log: some frames and where they belong
/// (FORMAT.md, "Write-ahead log").
package struct GroupHeader: Sendable, Equatable {
  /// Bytes of header and body, without the padding to a block.
  package var size: Int
  package var salt: UInt64
  /// Index of the first block in the half.
  package var block: UInt32
  package var frameCount: UInt32
  package var firstSequence: UInt64
  /// Where the body belongs.
  package var target: Superblock.Position
  /// Every block of this half before this one was durable when the group was written.
  package var promise: UInt32
  /// Generation of the superblock under which the group was written.
  package var generation: UInt64
  /// Object ids below this one may be handed out.
  package var idLimit: UInt64
  package var bodyHash: UInt64

  /// Writes the 96 bytes.
  package func store(to target: UnsafeMutableRawPointer, storeSeed: UInt64) {
    target.store(FormatConstants.groupMagic, 0)
    target.store(UInt32(truncatingIfNeeded: size), 4)
    target.store(salt, 8)
    target.store(block, 16)
    target.store(frameCount, 20)
    target.store(firstSequence, 24)
    target.store(self.target.segment, 32)
    target.store(promise, 36)
    target.store(self.target.offset, 40)
    target.store(generation, 48)
    target.store(idLimit, 56)
    target.store(bodyHash, 64)
    target.store(UInt64(0), 72)
    target.store(UInt64(0), 80)
    let covered = UnsafeRawBufferPointer(start: target, count: FormatConstants.groupHeaderSize - 8)
    target.store(XXH64.hash(covered, seed: seed(storeSeed)), 88)
  }

  private func seed(_ storeSeed: UInt64) -> UInt64 { storeSeed ^ salt ^ UInt64(block) }

  package init(
    size: Int,
    salt: UInt64,
    block: UInt32,
    frameCount: UInt32,
    firstSequence: UInt64,
    target: Superblock.Position,
    promise: UInt32,
    generation: UInt64,
    idLimit: UInt64,
    bodyHash: UInt64
  ) {
    self.size = size
    self.salt = salt
    self.block = block
    self.frameCount = frameCount
    self.firstSequence = firstSequence
    self.target = target
    self.promise = promise
    self.generation = generation
    self.idLimit = idLimit
    self.bodyHash = bodyHash
  }

  /// Whether the undamaged header of a group of this store stands at the beginning of some bytes, whatever became of
  /// the rest of the group.
  package static func begins(_ bytes: UnsafeRawBufferPointer, block: UInt32, storeSeed: UInt64) -> Bool {
    let hashed = FormatConstants.groupHeaderSize - 8
    guard bytes.count >= FormatConstants.groupHeaderSize else { return false }
    return bytes.word(0, UInt32.self) == FormatConstants.groupMagic && bytes.word(16, UInt32.self) == block
      && bytes.word(hashed, UInt64.self)
        == XXH64.hash(
          UnsafeRawBufferPointer(rebasing: bytes[..<hashed]),
          seed: storeSeed ^ bytes.word(8, UInt64.self) ^ UInt64(block)
        )
  }

  /// Reads the header of the group that begins at a block of a half, whatever became of its body.
  ///
  /// - Parameter bytes: The half from that block on.
  /// - Returns: nil if no undamaged header of this store was written there under the salt it names, or the group does
  ///   not fit in the half.
  init?(header bytes: UnsafeRawBufferPointer, block: UInt32, storeSeed: UInt64) {
    guard Self.begins(bytes, block: block, storeSeed: storeSeed) else { return nil }
    self.init(fields: bytes)
    guard size >= FormatConstants.groupHeaderSize, size <= bytes.count else { return nil }
  }

  /// Takes the fields from their places, unchecked; there have to be 96 bytes.
  private init(fields bytes: UnsafeRawBufferPointer) {
    self.init(
      size: Int(bytes.word(4, UInt32.self)),
      salt: bytes.word(8, UInt64.self),
      block: bytes.word(16, UInt32.self),
      frameCount: bytes.word(20, UInt32.self),
      firstSequence: bytes.word(24, UInt64.self),
      target: .init(segment: bytes.word(32, UInt32.self), offset: bytes.word(40, UInt64.self)),
      promise: bytes.word(36, UInt32.self),
      generation: bytes.word(48, UInt64.self),
      idLimit: bytes.word(56, UInt64.self),
      bodyHash: bytes.word(64, UInt64.self)
    )
  }

  /// Reads the group that begins at a block of a half.
  ///
  /// - Parameter bytes: The half from that block on.
  /// - Returns: nil if no whole, undamaged group of this store was written there under the salt it names.
  package init?(decoding bytes: UnsafeRawBufferPointer, block: UInt32, storeSeed: UInt64) {
    let headerSize = FormatConstants.groupHeaderSize
    guard bytes.count >= headerSize else { return nil }
    self.init(fields: bytes)
    guard Self.begins(bytes, block: block, storeSeed: storeSeed), size >= headerSize,
      size <= bytes.count, bytes.word(72, UInt64.self) == 0, bytes.word(80, UInt64.self) == 0,
      bodyHash == XXH64.hash(UnsafeRawBufferPointer(rebasing: bytes[headerSize..<size]), seed: salt)
        || Sabotage.groupHashIgnored.isOn,
      bytes[size..<min(alignedBlock(size), bytes.count)].allSatisfy({ $0 == 0 })
    else { return nil }
  }
}
