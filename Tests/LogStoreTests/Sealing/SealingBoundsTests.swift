import LogStore
import Testing

/// Inputs that the algorithms are not defined for, and secrets that must not show.
@Suite struct SealingBoundsTests {
  private let key = [UInt8](repeating: 1, count: 32)
  private let nonce = [UInt8](repeating: 2, count: 24)

  @Test func `keys, nonces and tags of other lengths are refused`() throws {
    let cipher = AuthenticatedCipher.xChaCha20Poly1305
    for count in [0, 1, 16, 31, 33, 64] {
      #expect(throws: SealingError.wrongLength(.key, expected: 32, found: count)) {
        try cipher.sealed([1], key: [UInt8](repeating: 0, count: count), nonce: nonce, associated: [])
      }
      var opened: [UInt8] = [0]
      #expect(throws: SealingError.wrongLength(.tag, expected: 16, found: count == 16 ? 15 : count)) {
        let tag = [UInt8](repeating: 0, count: count == 16 ? 15 : count)
        try cipher.open([1], into: &opened, key: key, nonce: nonce, associated: [], tag: tag)
      }
    }
    #expect(throws: SealingError.wrongLength(.nonce, expected: 24, found: 12)) {
      try cipher.sealed([1], key: key, nonce: [UInt8](repeating: 0, count: 12), associated: [])
    }
  }

  @Test func `unequal and half overlapping buffers are refused`() throws {
    var opened: [UInt8] = [0, 0]
    let tag = [UInt8](repeating: 0, count: 16)
    #expect(throws: SealingError.wrongLength(.message, expected: 1, found: 2)) {
      try AuthenticatedCipher.xChaCha20Poly1305.open(
        [1],
        into: &opened,
        key: key,
        nonce: nonce,
        associated: [],
        tag: tag
      )
    }
    var bytes = [UInt8](repeating: 0, count: 100)
    try key.withUnsafeBytes { key in
      try nonce.withUnsafeBytes { nonce in
        var cipher = try ChaCha20(key: key, extendedNonce: nonce)
        for (start, count) in [(1, 70), (30, 70), (69, 31)] {
          bytes.withUnsafeMutableBytes { bytes in
            let target = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + count])
            var refused: SealingError?
            do throws(SealingError) {
              try cipher.apply(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: target)
            } catch {
              refused = error
            }
            // Buffers that touch but share nothing are not refused.
            #expect(refused == (start < count ? .overlappingBuffers : nil))
            if refused == nil { bytes.initializeMemory(as: UInt8.self, repeating: 0) }
          }
        }
      }
    }
    #expect(bytes.allSatisfy { $0 == 0 })
  }

  @Test func `a message longer than the cipher's blocks is refused before it is touched`() throws {
    // The address is never read: lengths come first.
    var byte: UInt8 = 0
    try withUnsafeMutableBytes(of: &byte) { one in
      let start = try #require(one.baseAddress)
      let long = UnsafeMutableRawBufferPointer(start: start, count: AuthenticatedCipher.longestMessage + 1)
      var tag = [UInt8](repeating: 0, count: 16)
      #expect(throws: SealingError.self) {
        try AuthenticatedCipher.xChaCha20Poly1305.lending(key, nonce, []) { key, nonce, associated in
          try tag.withUnsafeMutableBytes {
            try AuthenticatedCipher.xChaCha20Poly1305.seal(
              inPlace: long,
              key: key,
              nonce: nonce,
              authenticating: associated,
              tag: $0
            )
          }
        }
      }
    }
    #expect(byte == 0)
  }

  @Test func `derivations without rounds or room are refused`() throws {
    #expect(throws: SealingError.self) { try Sealing.pbkdf2([1], salt: [2], rounds: 0, count: 32) }
    #expect(throws: SealingError.self) { try Sealing.pbkdf2([1], salt: [2], rounds: -1, count: 32) }
    #expect(throws: SealingError.self) { try Sealing.pbkdf2([1], salt: [2], rounds: 1, count: 0) }
    #expect(throws: SealingError.self) { try Sealing.hkdf([1], salt: [2], purpose: [], count: 0) }
    #expect(throws: SealingError.self) { try Sealing.hkdf([1], salt: [2], purpose: [], count: 8161) }
  }

  @Test func `bytes compare as equal only when all are`() {
    let left = (0..<33).map { UInt8($0) }
    func equal(_ right: [UInt8]) -> Bool {
      left.withUnsafeBytes { left in right.withUnsafeBytes { ConstantTime.areEqual(left, $0) } }
    }
    #expect(equal(left))
    #expect(!equal(Array(left.dropLast())))
    for index in left.indices {
      var right = left
      right[index] ^= 0x80
      #expect(!equal(right))
    }
  }

  @Test func `a secret is lent, and shows in no text`() throws {
    let bytes: [UInt8] = Array("open sesame".utf8)
    let secret = try bytes.withUnsafeBytes { bytes throws(SealingError) in try SecretBytes(copying: bytes) }
    #expect(secret.count == bytes.count)
    #expect(secret.withBytes { Array($0) } == bytes)
    var dumped = ""
    dump(secret, to: &dumped)
    for text in ["\(secret)", String(describing: secret), String(reflecting: secret), dumped] {
      #expect(text.contains("secret of 11 bytes") && !text.contains("sesame") && !text.contains("111"))
      #expect(!text.contains("address"))
    }
    #expect(Mirror(reflecting: secret).children.isEmpty)
  }

  @Test func `a secret too large is refused, and a failing body's error comes through`() throws {
    #expect(throws: SealingError.self) { try SecretBytes(count: -1) { _ in } }
    #expect(throws: SealingError.self) { try SecretBytes(count: SecretBytes.largest + 1) { _ in } }
    #expect(throws: SealingError.notAuthentic) {
      try SecretBytes(count: 32) { _ throws(SealingError) in throw .notAuthentic }
    }
    #expect(try SecretBytes(count: 0) { _ in }.withBytes { $0.count } == 0)
  }

  @Test func `wiped authenticators and ciphers hold no key any more`() throws {
    let zeros = try Sealing.chaCha20([UInt8](repeating: 0, count: 64), key: key, nonce: nonce, counter: 0)
    var after = [UInt8](repeating: 0, count: 64)
    try key.withUnsafeBytes { key in
      try nonce.withUnsafeBytes { nonce in
        var cipher = try ChaCha20(key: key, extendedNonce: nonce)
        cipher.wipe()
        try after.withUnsafeMutableBytes { try cipher.apply(from: UnsafeRawBufferPointer($0), to: $0) }
      }
    }
    #expect(after != zeros)
    // The rounds leave a matrix of zeros as it is, but for the counter, which is zero here too.
    #expect(after.allSatisfy { $0 == 0 })
  }
}
