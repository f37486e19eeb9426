import LogStore
import Testing

/// The published vectors of RFC 8439, of the XChaCha draft, RFC 4231, 5869 and 7914, and Project Wycheproof's sets.
@Suite struct SealingVectorTests {
  @Test(arguments: [
    (AuthenticatedCipher.chaCha20Poly1305, "chacha20_poly1305.txt", 326),
    (.xChaCha20Poly1305, "xchacha20_poly1305.txt", 316),
  ])
  func `sealed messages come out and forged ones are refused`(
    cipher: AuthenticatedCipher,
    file: String,
    count: Int
  ) throws {
    let vectors = try Vector.all(file)
    #expect(vectors.count == count)
    #expect(vectors.contains { $0.isValid } && vectors.contains { !$0.isValid })
    for vector in vectors {
      let (key, nonce, associated) = (try vector.bytes(0), try vector.bytes(1), try vector.bytes(2))
      let (message, ciphertext, tag) = (try vector.bytes(3), try vector.bytes(4), try vector.bytes(5))
      let untouched = [UInt8](repeating: 0xee, count: ciphertext.count)
      var opened = untouched
      if vector.isValid {
        let sealed = try cipher.sealed(message, key: key, nonce: nonce, associated: associated)
        #expect(sealed.ciphertext == ciphertext && sealed.tag == tag, "\(vector)")
        try cipher.open(
          ciphertext,
          into: &opened,
          key: key,
          nonce: nonce,
          associated: associated,
          tag: tag
        )
        #expect(opened == message, "\(vector)")
      } else {
        // What is invalid of these is the tag, or the nonce's length: then they have no tag.
        let tag = tag.isEmpty ? [UInt8](repeating: 0, count: AuthenticatedCipher.tagByteCount) : tag
        let expected =
          nonce.count == cipher.nonceByteCount
          ? SealingError.notAuthentic
          : .wrongLength(.nonce, expected: cipher.nonceByteCount, found: nonce.count)
        #expect(throws: expected, "\(vector)") {
          try cipher.open(
            ciphertext,
            into: &opened,
            key: key,
            nonce: nonce,
            associated: associated,
            tag: tag
          )
        }
        #expect(opened == untouched, "\(vector)")
      }
    }
  }

  @Test func `key streams come out, and none goes on behind the last block`() throws {
    let vectors = try Vector.all("chacha20.txt")
    #expect(vectors.count == 30)
    for vector in vectors {
      let (key, nonce, message) = (try vector.bytes(0), try vector.bytes(1), try vector.bytes(3))
      let counter = try #require(UInt32(exactly: try vector.number(2)))
      if vector.isValid {
        let result = try Sealing.chaCha20(message, key: key, nonce: nonce, counter: counter)
        #expect(result == (try vector.bytes(4)), "\(vector)")
      } else {
        #expect(throws: SealingError.self, "\(vector)") {
          try Sealing.chaCha20(message, key: key, nonce: nonce, counter: counter)
        }
      }
    }
  }

  @Test func `the subkey of the XChaCha draft comes out`() throws {
    let key = (0..<32).map { UInt8($0) }
    let nonce = try #require(Bytes.hex("000000090000004a0000000031415927"))
    var subkey = [UInt8](repeating: 0, count: 32)
    try subkey.withUnsafeMutableBytes { subkey in
      try key.withUnsafeBytes { key in
        try nonce.withUnsafeBytes { try ChaCha20.deriveSubkey(key: key, nonce: $0, into: subkey) }
      }
    }
    #expect(subkey == Bytes.hex("82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc"))
  }

  @Test func `one-time tags come out`() throws {
    let vectors = try Vector.all("poly1305.txt")
    #expect(vectors.count == 12)
    for vector in vectors {
      let tag = try Sealing.poly1305([try vector.bytes(1)], key: try vector.bytes(0))
      #expect(tag == (try vector.bytes(2)), "\(vector)")
    }
  }

  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("aaaaaaaaaa", 100_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `digests of FIPS 180-4 come out`(piece: String, times: Int, digest: String) throws {
    // A million letters in pieces of a thousand, which are parted at every place of a block.
    let pieces =
      times == 1 ? [Array(piece.utf8)] : Array(repeating: Array(repeating: 97, count: 1000), count: 1000)
    #expect(try Sealing.sha256(pieces) == Bytes.hex(digest))
  }

  @Test func `message authentication codes come out`() throws {
    let vectors = try Vector.all("hmac_sha256.txt")
    #expect(vectors.count == 7)
    for vector in vectors {
      let expected = try vector.bytes(2)
      let code = try Sealing.hmac([try vector.bytes(1)], key: try vector.bytes(0))
      // One of the published codes is cut.
      #expect(expected.count >= 16 && code.starts(with: expected), "\(vector)")
    }
  }

  @Test func `keys derived from keys come out, and none is longer than 255 digests`() throws {
    let vectors = try Vector.all("hkdf_sha256.txt")
    #expect(vectors.count == 89)
    for vector in vectors {
      let (secret, salt, purpose) = (try vector.bytes(0), try vector.bytes(1), try vector.bytes(2))
      let count = try vector.number(3)
      if vector.isValid {
        let output = try Sealing.hkdf(secret, salt: salt, purpose: purpose, count: count)
        #expect(output == (try vector.bytes(4)), "\(vector)")
      } else {
        #expect(throws: SealingError.outOfRange(.derivedKey, allowed: 1...8160, found: count), "\(vector)") {
          try Sealing.hkdf(secret, salt: salt, purpose: purpose, count: count)
        }
      }
    }
  }

  @Test func `keys derived from passphrases come out`() throws {
    let vectors = try Vector.all("pbkdf2_hmac_sha256.txt")
    #expect(vectors.count == 7)
    for vector in vectors {
      let expected = try vector.bytes(3)
      let key = try Sealing.pbkdf2(
        try vector.bytes(0),
        salt: try vector.bytes(1),
        rounds: try vector.number(2),
        count: expected.count
      )
      #expect(key == expected, "\(vector)")
    }
  }
}
