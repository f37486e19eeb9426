/// Encryption with authentication: ChaCha20-Poly1305 (RFC 8439, 2.8) with a nonce of 12 bytes, and
/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, 2.1) with one of 24.
///
/// Opening looks at the tag first and decrypts only what passes. Neither way depends in its course on a bit of
/// key, message or tag. O(n), no allocation on the heap.
package enum AuthenticatedCipher: Sendable {
  /// ChaCha20-Poly1305. The caller counts nonces: one used twice under a key gives both messages away.
  case chaCha20Poly1305
  /// XChaCha20-Poly1305. Nonces may be drawn at random.
  case xChaCha20Poly1305

  package static let keyByteCount = ChaCha20.keyByteCount
  package static let tagByteCount = Poly1305.tagByteCount
  /// The longest message, in bytes: 2^32 - 1 blocks, since the first block makes the authenticator's key.
  package static let longestMessage = ((1 << 32) - 1) * ChaCha20.blockByteCount

  /// Bytes of a nonce.
  package var nonceByteCount: Int {
    switch self {
    case .chaCha20Poly1305: ChaCha20.nonceByteCount
    case .xChaCha20Poly1305: ChaCha20.extendedNonceByteCount
    }
  }

  /// Encrypts and makes the tag.
  ///
  /// - Parameters:
  ///   - message: What is encrypted.
  ///   - ciphertext: Where to; as long as the message, and the same buffer or apart from it.
  ///   - key: 32 bytes.
  ///   - nonce: `nonceByteCount` bytes, never used before with that key.
  ///   - associated: Authenticated but not encrypted.
  ///   - tag: Room for exactly 16 bytes, apart from the others.
  /// - Throws: `wrongLength`, `outOfRange`, `overlappingBuffers`; nothing has been written then.
  package func seal(
    _ message: UnsafeRawBufferPointer,
    into ciphertext: UnsafeMutableRawBufferPointer,
    key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer,
    authenticating associated: UnsafeRawBufferPointer,
    tag: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    try Self.check(message, ciphertext, tagCount: tag.count)
    var cipher = try cipher(key: key, nonce: nonce)
    defer { cipher.wipe() }
    var authenticator = try Self.authenticator(&cipher)
    try cipher.apply(from: message, to: ciphertext)
    try Self.finish(&authenticator, associated, UnsafeRawBufferPointer(ciphertext), into: tag)
  }

  /// Encrypts in place.
  package func seal(
    inPlace message: UnsafeMutableRawBufferPointer,
    key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer,
    authenticating associated: UnsafeRawBufferPointer,
    tag: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    try seal(
      UnsafeRawBufferPointer(message),
      into: message,
      key: key,
      nonce: nonce,
      authenticating: associated,
      tag: tag
    )
  }

  /// Checks the tag and, if it holds, decrypts.
  ///
  /// - Parameters: as of `seal`; `tag` is the one that sealing gave.
  /// - Throws: `notAuthentic` when anything is not as it was sealed; `wrongLength`, `outOfRange`,
  ///   `overlappingBuffers`. Nothing has been written then.
  package func open(
    _ ciphertext: UnsafeRawBufferPointer,
    into message: UnsafeMutableRawBufferPointer,
    key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer,
    authenticating associated: UnsafeRawBufferPointer,
    tag: UnsafeRawBufferPointer
  ) throws(SealingError) {
    try Self.check(ciphertext, message, tagCount: tag.count)
    var cipher = try cipher(key: key, nonce: nonce)
    defer { cipher.wipe() }
    var authenticator = try Self.authenticator(&cipher)
    // The right tag is a secret as long as the given one is not known to be it.
    let isAuthentic = try SecretScratch.lend(byteCount: Self.tagByteCount) { expected throws(SealingError) in
      try Self.finish(&authenticator, associated, ciphertext, into: expected)
      return ConstantTime.areEqual(UnsafeRawBufferPointer(expected), tag)
    }
    guard isAuthentic else { throw .notAuthentic }
    try cipher.apply(from: ciphertext, to: message)
  }

  /// Checks the tag and, if it holds, decrypts in place.
  package func open(
    inPlace ciphertext: UnsafeMutableRawBufferPointer,
    key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer,
    authenticating associated: UnsafeRawBufferPointer,
    tag: UnsafeRawBufferPointer
  ) throws(SealingError) {
    try open(
      UnsafeRawBufferPointer(ciphertext),
      into: ciphertext,
      key: key,
      nonce: nonce,
      authenticating: associated,
      tag: tag
    )
  }
}

extension AuthenticatedCipher {
  private static func check(
    _ source: UnsafeRawBufferPointer,
    _ destination: UnsafeMutableRawBufferPointer,
    tagCount: Int
  ) throws(SealingError) {
    guard tagCount == tagByteCount else {
      throw .wrongLength(.tag, expected: tagByteCount, found: tagCount)
    }
    guard source.count <= longestMessage else {
      throw .outOfRange(.message, allowed: 0...longestMessage, found: source.count)
    }
    try ChaCha20.check(source, destination)
  }

  private func cipher(
    key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer
  ) throws(SealingError) -> ChaCha20 {
    switch self {
    case .chaCha20Poly1305: try ChaCha20(key: key, nonce: nonce)
    case .xChaCha20Poly1305: try ChaCha20(key: key, extendedNonce: nonce)
    }
  }

  /// The authenticator under the one-time key that block 0 begins with (RFC 8439, 2.6); the cipher is at block 1
  /// then.
  private static func authenticator(_ cipher: inout ChaCha20) throws(SealingError) -> Poly1305 {
    try SecretScratch.lend(byteCount: ChaCha20.blockByteCount) { block throws(SealingError) in
      block.initializeMemory(as: UInt8.self, repeating: 0)
      if let base = block.baseAddress { cipher.applyBlock(from: base, to: base) }
      return try Poly1305(key: UnsafeRawBufferPointer(rebasing: block[..<Poly1305.keyByteCount]))
    }
  }

  /// Feeds the authenticator in the order of RFC 8439, 2.8, and writes the tag.
  private static func finish(
    _ authenticator: inout Poly1305,
    _ associated: UnsafeRawBufferPointer,
    _ ciphertext: UnsafeRawBufferPointer,
    into tag: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    authenticator.update(associated)
    authenticator.pad()
    authenticator.update(ciphertext)
    authenticator.pad()
    let lengths = (UInt64(associated.count).littleEndian, UInt64(ciphertext.count).littleEndian)
    withUnsafeBytes(of: lengths) { authenticator.update($0) }
    try authenticator.finish(into: tag)
  }
}
