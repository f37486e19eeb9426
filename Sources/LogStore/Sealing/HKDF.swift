/// Keys from a key: HKDF with HMAC-SHA256 (RFC 5869). For secrets that are as strong as a key already; for
/// passphrases there is `PBKDF2`.
package enum HKDF {
  /// The most bytes that one key gives: 255 digests.
  package static let longestOutput = 255 * HMAC.codeByteCount

  /// Makes key bytes for one purpose: extract, then expand (RFC 5869, 2).
  ///
  /// - Parameters:
  ///   - secret: The key to derive from, of any length.
  ///   - salt: Not secret; may be empty.
  ///   - purpose: Tells this derivation from others of the same key (`info` in the RFC).
  ///   - output: Room for 1 to 8160 bytes; all are written.
  /// - Throws: `outOfRange(.derivedKey)`.
  package static func derive(
    from secret: UnsafeRawBufferPointer,
    salt: UnsafeRawBufferPointer,
    purpose: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    try SecretScratch.lend(byteCount: HMAC.codeByteCount) { key throws(SealingError) in
      try extract(from: secret, salt: salt, into: key)
      try expand(UnsafeRawBufferPointer(key), purpose: purpose, into: output)
    }
  }

  /// Gathers the strength of a secret in 32 bytes (RFC 5869, 2.2).
  ///
  /// - Throws: `wrongLength` unless there is room for exactly 32 bytes.
  package static func extract(
    from secret: UnsafeRawBufferPointer,
    salt: UnsafeRawBufferPointer,
    into key: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    // An empty salt stands for 32 zeros (RFC 5869, 2.2), and HMAC fills every key up with zeros.
    try HMAC.code(of: secret, key: salt, into: key)
  }

  /// Makes key bytes of an extracted key (RFC 5869, 2.3). O(n).
  ///
  /// - Throws: `outOfRange(.derivedKey)`; nothing has been written then.
  package static func expand(
    _ key: UnsafeRawBufferPointer,
    purpose: UnsafeRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    guard 1...longestOutput ~= output.count, let base = output.baseAddress else {
      throw .outOfRange(.derivedKey, allowed: 1...longestOutput, found: output.count)
    }
    var taken = HMAC.Key(key)
    SecretScratch.lend(byteCount: HMAC.codeByteCount) { last in
      guard let lastBase = last.baseAddress else { return }
      var done = 0
      var number: UInt8 = 1
      while done < output.count {
        var authenticator = HMAC(taken)
        if done > 0 { authenticator.update(UnsafeRawBufferPointer(last)) }
        authenticator.update(purpose)
        withUnsafeBytes(of: &number) { authenticator.update($0) }
        authenticator.finish().store(to: lastBase)
        authenticator.wipe()
        let count = min(HMAC.codeByteCount, output.count &- done)
        (base + done).copyMemory(from: lastBase, byteCount: count)
        done &+= count
        number &+= 1
      }
    }
    SecretScratch.wipe(&taken)
  }
}
