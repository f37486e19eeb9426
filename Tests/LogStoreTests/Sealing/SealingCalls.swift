import LogStore

// The algorithms over arrays, as tests want them.

extension AuthenticatedCipher {
  /// Seals into another buffer.
  func sealed(
    _ message: [UInt8],
    key: [UInt8],
    nonce: [UInt8],
    associated: [UInt8]
  ) throws -> (ciphertext: [UInt8], tag: [UInt8]) {
    var ciphertext = [UInt8](repeating: 0xee, count: message.count)
    var tag = [UInt8](repeating: 0, count: Self.tagByteCount)
    try message.withUnsafeBytes { message in
      try ciphertext.withUnsafeMutableBytes { ciphertext in
        try tag.withUnsafeMutableBytes { tag in
          try lending(key, nonce, associated) { key, nonce, associated in
            try seal(message, into: ciphertext, key: key, nonce: nonce, authenticating: associated, tag: tag)
          }
        }
      }
    }
    return (ciphertext, tag)
  }

  /// Opens into a buffer, which keeps its bytes when opening fails.
  func open(
    _ ciphertext: [UInt8],
    into message: inout [UInt8],
    key: [UInt8],
    nonce: [UInt8],
    associated: [UInt8],
    tag: [UInt8]
  ) throws {
    try ciphertext.withUnsafeBytes { ciphertext in
      try message.withUnsafeMutableBytes { message in
        try tag.withUnsafeBytes { tag in
          try lending(key, nonce, associated) { key, nonce, associated in
            try open(ciphertext, into: message, key: key, nonce: nonce, authenticating: associated, tag: tag)
          }
        }
      }
    }
  }

  /// Lends what both ways read.
  func lending(
    _ key: [UInt8],
    _ nonce: [UInt8],
    _ associated: [UInt8],
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try key.withUnsafeBytes { key in
      try nonce.withUnsafeBytes { nonce in
        try associated.withUnsafeBytes { try body(key, nonce, $0) }
      }
    }
  }
}

/// The other algorithms.
enum Sealing {
  /// Applies ChaCha20 or, for a nonce of 24 bytes, XChaCha20.
  static func chaCha20(_ message: [UInt8], key: [UInt8], nonce: [UInt8], counter: UInt32) throws -> [UInt8] {
    var result = message
    try key.withUnsafeBytes { key in
      try nonce.withUnsafeBytes { nonce in
        var cipher =
          nonce.count == 24
          ? try ChaCha20(key: key, extendedNonce: nonce, counter: counter)
          : try ChaCha20(key: key, nonce: nonce, counter: counter)
        try message.withUnsafeBytes { message in
          try result.withUnsafeMutableBytes { try cipher.apply(from: message, to: $0) }
        }
        cipher.wipe()
      }
    }
    return result
  }

  static func poly1305(_ pieces: [[UInt8]], key: [UInt8]) throws -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: 16)
    try key.withUnsafeBytes { key in
      var authenticator = try Poly1305(key: key)
      for piece in pieces { piece.withUnsafeBytes { authenticator.update($0) } }
      try tag.withUnsafeMutableBytes { try authenticator.finish(into: $0) }
    }
    return tag
  }

  static func sha256(_ pieces: [[UInt8]]) throws -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    var hash = SHA256()
    for piece in pieces { piece.withUnsafeBytes { hash.update($0) } }
    try digest.withUnsafeMutableBytes { try hash.finish(into: $0) }
    return digest
  }

  static func hmac(_ pieces: [[UInt8]], key: [UInt8]) throws -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    try key.withUnsafeBytes { key in
      var authenticator = HMAC(key: key)
      for piece in pieces { piece.withUnsafeBytes { authenticator.update($0) } }
      try code.withUnsafeMutableBytes { try authenticator.finish(into: $0) }
    }
    return code
  }

  static func hkdf(_ secret: [UInt8], salt: [UInt8], purpose: [UInt8], count: Int) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    try secret.withUnsafeBytes { secret in
      try salt.withUnsafeBytes { salt in
        try purpose.withUnsafeBytes { purpose in
          try output.withUnsafeMutableBytes {
            try HKDF.derive(from: secret, salt: salt, purpose: purpose, into: $0)
          }
        }
      }
    }
    return output
  }

  static func pbkdf2(_ password: [UInt8], salt: [UInt8], rounds: Int, count: Int) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: count)
    try password.withUnsafeBytes { password in
      try salt.withUnsafeBytes { salt in
        try output.withUnsafeMutableBytes {
          try PBKDF2.derive(from: password, salt: salt, rounds: rounds, into: $0)
        }
      }
    }
    return output
  }
}
