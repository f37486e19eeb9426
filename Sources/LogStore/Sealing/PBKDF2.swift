/// A key from a passphrase: PBKDF2 with HMAC-SHA256 (RFC 8018, 5.2). Slow on purpose, in the number of rounds.
///
/// A round is two blocks of SHA-256. 600,000 rounds, the least that is advised for passphrases today, take about
/// 0.34 s in a release build.
package enum PBKDF2 {
  /// The longest key that the algorithm defines, in bytes: 2^32 - 1 digests.
  package static let longestOutput = ((1 << 32) - 1) * HMAC.codeByteCount

  /// Derives a key. O(rounds) for each 32 bytes of it.
  ///
  /// - Parameters:
  ///   - password: Of any length.
  ///   - salt: Not secret, but drawn at random for every password: 16 bytes or more.
  ///   - rounds: How often each block goes through HMAC; at least once.
  ///   - output: Room for the key, at least one byte; all are written.
  /// - Throws: `outOfRange` for the rounds or the room; nothing has been written then.
  package static func derive(
    from password: UnsafeRawBufferPointer,
    salt: UnsafeRawBufferPointer,
    rounds: Int,
    into output: UnsafeMutableRawBufferPointer
  ) throws(SealingError) {
    guard 1...Int(UInt32.max) ~= rounds else {
      throw .outOfRange(.rounds, allowed: 1...Int(UInt32.max), found: rounds)
    }
    guard 1...longestOutput ~= output.count, let base = output.baseAddress else {
      throw .outOfRange(.derivedKey, allowed: 1...longestOutput, found: output.count)
    }
    var key = HMAC.Key(password)
    var done = 0
    var number: UInt32 = 1
    while done < output.count {
      let count = min(HMAC.codeByteCount, output.count &- done)
      SecretScratch.lend(byteCount: HMAC.codeByteCount) { block in
        guard let blockBase = block.baseAddress else { return }
        Self.block(number, of: key, salt, rounds).store(to: blockBase)
        (base + done).copyMemory(from: blockBase, byteCount: count)
      }
      done &+= count
      number &+= 1
    }
    SecretScratch.wipe(&key)
  }

  /// One digest's worth of the derived key.
  private static func block(
    _ number: UInt32,
    of key: HMAC.Key,
    _ salt: UnsafeRawBufferPointer,
    _ rounds: Int
  ) -> SHA256State {
    var authenticator = HMAC(key)
    authenticator.update(salt)
    withUnsafeBytes(of: number.bigEndian) { authenticator.update($0) }
    var code = authenticator.finish()
    authenticator.wipe()
    var sum = code
    var round = 1
    while round < rounds {
      code = key.code(of: code)
      sum.combine(code)
      round &+= 1
    }
    SecretScratch.wipe(&code)
    return sum
  }
}
