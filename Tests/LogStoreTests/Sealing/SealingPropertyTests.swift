import LogStore
import Testing

/// What holds for all inputs, at all lengths up to 300 and more, against slow forms of the algorithms.
@Suite struct SealingPropertyTests {
  @Test(arguments: [AuthenticatedCipher.chaCha20Poly1305, .xChaCha20Poly1305])
  func `each flipped bit is refused, and nothing is decrypted`(cipher: AuthenticatedCipher) throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    let message = Bytes.random(37, &generator)
    let sealed = try cipher.sealed(
      message,
      key: Bytes.random(32, &generator),
      nonce: Bytes.random(cipher.nonceByteCount, &generator),
      associated: []
    )
    #expect(sealed.ciphertext != message)
    var parts = [
      Bytes.random(32, &generator), Bytes.random(cipher.nonceByteCount, &generator),
      Bytes.random(19, &generator), [],
      [],
    ]
    (parts[3], parts[4]) = try cipher.sealed(message, key: parts[0], nonce: parts[1], associated: parts[2])
    for part in parts.indices {
      for bit in 0..<parts[part].count * 8 {
        var changed = parts
        changed[part][bit / 8] ^= 1 << UInt8(bit % 8)
        var opened = [UInt8](repeating: 0xee, count: message.count)
        #expect(throws: SealingError.notAuthentic, "part \(part), bit \(bit), seed \(seed)") {
          try cipher.open(
            changed[3],
            into: &opened,
            key: changed[0],
            nonce: changed[1],
            associated: changed[2],
            tag: changed[4]
          )
        }
        #expect(opened.allSatisfy { $0 == 0xee }, "part \(part), bit \(bit), seed \(seed)")
      }
    }
    var opened = [UInt8](repeating: 0, count: message.count)
    try cipher.open(
      parts[3],
      into: &opened,
      key: parts[0],
      nonce: parts[1],
      associated: parts[2],
      tag: parts[4]
    )
    #expect(opened == message, "seed \(seed)")
  }

  @Test func `in place and apart give the same, as the slow forms do`() throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    for count in Array(0...300) + [511, 512, 513, 700, 1024] {
      let key = Bytes.random(32, &generator)
      let nonce = Bytes.random(12, &generator)
      let associated = Bytes.random(count % 35, &generator)
      let message = Bytes.random(count, &generator)
      let cipher = AuthenticatedCipher.chaCha20Poly1305
      let sealed = try cipher.sealed(message, key: key, nonce: nonce, associated: associated)
      #expect(
        sealed.ciphertext == SlowCiphers.chaCha20(message, key: key, nonce: nonce, counter: 1),
        "\(count) bytes, seed \(seed)"
      )
      let oneTimeKey = SlowCiphers.chaCha20(
        [UInt8](repeating: 0, count: 32),
        key: key,
        nonce: nonce,
        counter: 0
      )
      func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
      }
      let lengths = [associated.count, count].flatMap { length in
        (0..<8).map { UInt8(length >> (8 * $0) & 255) }
      }
      let authenticated = padded(associated) + padded(sealed.ciphertext) + lengths
      #expect(
        sealed.tag == SlowCiphers.poly1305(authenticated, key: oneTimeKey),
        "\(count) bytes, seed \(seed)"
      )
      var buffer = message
      var tag = [UInt8](repeating: 0, count: 16)
      try cipher.lending(key, nonce, associated) { key, nonce, associated in
        try buffer.withUnsafeMutableBytes { buffer in
          try tag.withUnsafeMutableBytes {
            try cipher.seal(inPlace: buffer, key: key, nonce: nonce, authenticating: associated, tag: $0)
          }
        }
        #expect(buffer == sealed.ciphertext && tag == sealed.tag, "\(count) bytes, seed \(seed)")
        try buffer.withUnsafeMutableBytes { buffer in
          try tag.withUnsafeBytes {
            try cipher.open(inPlace: buffer, key: key, nonce: nonce, authenticating: associated, tag: $0)
          }
        }
      }
      #expect(buffer == message, "\(count) bytes, seed \(seed)")
    }
  }

  @Test func `a stream may be parted at each of its blocks`() throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    let (key, nonce) = (Bytes.random(32, &generator), Bytes.random(12, &generator))
    let message = Bytes.random(1100, &generator)
    let whole = SlowCiphers.chaCha20(message, key: key, nonce: nonce, counter: 3)
    for first in stride(from: 0, through: 1088, by: 64) {
      var result = message
      try key.withUnsafeBytes { key in
        try nonce.withUnsafeBytes { nonce in
          var cipher = try ChaCha20(key: key, nonce: nonce, counter: 3)
          try result.withUnsafeMutableBytes { bytes in
            for part in [bytes[..<first], bytes[first...]] {
              let part = UnsafeMutableRawBufferPointer(rebasing: part)
              try cipher.apply(from: UnsafeRawBufferPointer(part), to: part)
            }
          }
        }
      }
      #expect(result == whole, "parted at \(first), seed \(seed)")
    }
  }

  @Test func `four blocks side by side are four blocks in a row, up to the last there is`() throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    for counter: UInt32 in [0, 1, .max - 4, .max - 3] {
      let (key, nonce) = (Bytes.random(32, &generator), Bytes.random(12, &generator))
      let message = Bytes.random(256, &generator)
      var result = message
      try key.withUnsafeBytes { key in
        try nonce.withUnsafeBytes { nonce in
          var cipher = try ChaCha20(key: key, nonce: nonce, counter: counter)
          result.withUnsafeMutableBytes { bytes in
            if let base = bytes.baseAddress { cipher.applyFourBlocks(from: base, to: base) }
          }
        }
      }
      #expect(
        result == SlowCiphers.chaCha20(message, key: key, nonce: nonce, counter: counter),
        "from block \(counter), seed \(seed)"
      )
    }
  }

  @Test func `tags and digests do not depend on how the bytes are parted`() throws {
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    for count in 0...300 {
      let (key, message) = (Bytes.random(32, &generator), Bytes.random(count, &generator))
      let tag = SlowCiphers.poly1305(message, key: key)
      let digest = SlowCiphers.sha256(message)
      for step in [count + 1, 1, 15, 16, 17, 63, 64, 65] {
        let pieces = stride(from: 0, to: count, by: step).map { Array(message[$0..<min($0 + step, count)]) }
        #expect(try Sealing.poly1305(pieces, key: key) == tag, "\(count) bytes by \(step), seed \(seed)")
        #expect(try Sealing.sha256(pieces) == digest, "\(count) bytes by \(step), seed \(seed)")
      }
    }
  }

  @Test func `a tag of extreme numbers is that of the slow form`() throws {
    // Sums at the edges of the prime and of the words are where carries get lost.
    let seed = Bytes.seed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let choices: [UInt8] = [0, 0, 1, 3, 4, 5, 0xfa, 0xfb, 0xfc, 0xfe, 0xff, 0xff, 0xff]
      let key = (0..<32).map { _ in choices.randomElement(using: &generator) ?? 0 }
      let count = Int.random(in: 0...80, using: &generator)
      let message = (0..<count).map { _ in choices.randomElement(using: &generator) ?? 0 }
      #expect(
        try Sealing.poly1305([message], key: key) == SlowCiphers.poly1305(message, key: key),
        "key \(key), message \(message), seed \(seed)"
      )
    }
  }
}
