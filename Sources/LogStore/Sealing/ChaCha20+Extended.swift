/// Nonces of 24 bytes (draft-irtf-cfrg-xchacha-03), long enough to be drawn at random for every message.
extension ChaCha20 {
  package static let extendedNonceByteCount = 24

  /// Prepares XChaCha20 (draft-irtf-cfrg-xchacha-03, 2.3): ChaCha20 under a subkey that HChaCha20 makes of the
  /// key and the first 16 bytes of the nonce, with four zero bytes and the last 8 as its nonce.
  ///
  /// - Throws: `wrongLength` for a key that has not 32 bytes or a nonce that has not 24.
  package init(
    key: UnsafeRawBufferPointer,
    extendedNonce nonce: UnsafeRawBufferPointer,
    counter: UInt32 = 0
  ) throws(SealingError) {
    guard nonce.count == Self.extendedNonceByteCount else {
      throw .wrongLength(.nonce, expected: Self.extendedNonceByteCount, found: nonce.count)
    }
    try Self.check(key: key)
    self = try SecretScratch.lend(byteCount: Self.keyByteCount + Self.nonceByteCount) {
      scratch throws(SealingError) in
      let subkey = UnsafeMutableRawBufferPointer(rebasing: scratch[..<Self.keyByteCount])
      let rest = UnsafeMutableRawBufferPointer(rebasing: scratch[Self.keyByteCount...])
      try Self.deriveSubkey(
        key: key,
        nonce: UnsafeRawBufferPointer(rebasing: nonce[..<16]),
        into: subkey
      )
      rest.storeBytes(of: 0, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: rest[4...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: nonce[16...]))
      return try ChaCha20(
        key: UnsafeRawBufferPointer(subkey),
        nonce: UnsafeRawBufferPointer(rest),
        counter: counter
      )
    }
  }

  /// HChaCha20 (draft-irtf-cfrg-xchacha-03, 2.2): a key of 32 bytes made of a key of 32 and a nonce of 16 bytes.
  package static func deriveSubkey(
    key: UnsafeRawBufferPointer,
    nonce: UnsafeRawBufferPointer,
    into subkey: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    try check(key: key)
    guard nonce.count == 16, let nonce = nonce.baseAddress else {
      throw .wrongLength(.nonce, expected: 16, found: nonce.count)
    }
    guard subkey.count == keyByteCount, let subkey = subkey.baseAddress else {
      throw .wrongLength(.derivedKey, expected: keyByteCount, found: subkey.count)
    }
    var words = words(key: key, load(nonce, 0), load(nonce, 4), load(nonce, 8), load(nonce, 12))
    words.permute()
    subkey.storeBytes(of: words.x0.littleEndian, toByteOffset: 0, as: UInt32.self)
    subkey.storeBytes(of: words.x1.littleEndian, toByteOffset: 4, as: UInt32.self)
    subkey.storeBytes(of: words.x2.littleEndian, toByteOffset: 8, as: UInt32.self)
    subkey.storeBytes(of: words.x3.littleEndian, toByteOffset: 12, as: UInt32.self)
    subkey.storeBytes(of: words.x12.littleEndian, toByteOffset: 16, as: UInt32.self)
    subkey.storeBytes(of: words.x13.littleEndian, toByteOffset: 20, as: UInt32.self)
    subkey.storeBytes(of: words.x14.littleEndian, toByteOffset: 24, as: UInt32.self)
    subkey.storeBytes(of: words.x15.littleEndian, toByteOffset: 28, as: UInt32.self)
    SecretScratch.wipe(&words)
  }
}
