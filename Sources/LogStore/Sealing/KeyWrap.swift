/// Keys sealed under the key of the store, and that key itself (FORMAT.md, "KEYS").
struct KeyWrap {
  /// Identity of the store, to which sealed keys are bound.
  let store: StoreID
  let nonces: NonceSource

  private static let nonceSize = SealedForm.nonceSize
  private static let tagSize = SealedForm.tagSize
  private static let checkedZeros = 16

  /// A random key.
  static func newKey(_ io: any StorageIO) throws(SealingError) -> EncryptionKey {
    try EncryptionKey { bytes in
      for word in 0..<EncryptionKey.size / 8 { bytes.baseAddress?.store(io.random(), 8 * word) }
    }
  }

  /// The key that a passphrase stands for. Takes as long as the rounds do.
  static func derive(_ passphrase: String, rounds: UInt32, salt: Keyring.Salt) throws(SealingError)
    -> EncryptionKey
  {
    // Canonically equal texts are one passphrase: which form a keyboard gives is no choice of the user.
    let text = Array(passphrase.utf8).withUnsafeBytes { NormalText.withNormalForm(of: $0) { Array($0) } }
    return try EncryptionKey { target throws(SealingError) in
      try text.withRawBytes { text throws(SealingError) in
        try salt.bytes.withRawBytes { salt throws(SealingError) in
          try PBKDF2.derive(from: text, salt: salt, rounds: Int(rounds), into: target)
        }
      }
    }
  }

  /// Zeros, sealed: they tell whether a key is the right one.
  func check(under key: EncryptionKey) throws(SealingError) -> [UInt8] {
    try sealed([UInt8](repeating: 0, count: Self.checkedZeros), under: key, 0)
  }

  /// Whether a check value was sealed under a key.
  func opens(_ check: [UInt8], under key: EncryptionKey) throws(SealingError) -> Bool {
    guard check.count == Keyring.checkSize else { return false }
    return try SecretScratch.lend(byteCount: Self.checkedZeros) { target throws(SealingError) in
      try open(check, under: key, 0, into: target)
    }
  }

  /// A data key, sealed.
  func wrap(_ key: EncryptionKey, id: UInt32, under storeKey: EncryptionKey) throws(SealingError) -> [UInt8] {
    try key.secret.withBytes { key throws(SealingError) in try sealed(key, under: storeKey, id) }
  }

  /// The data key of an entry; nil if it does not open.
  func unwrap(_ entry: Keyring.Entry, under storeKey: EncryptionKey) throws(SealingError) -> EncryptionKey? {
    guard entry.wrapped.count == Keyring.wrappedSize else { return nil }
    var opens = false
    let key = try EncryptionKey { target throws(SealingError) in
      opens = try open(entry.wrapped, under: storeKey, entry.id, into: target)
    }
    return opens ? key : nil
  }

  /// What is bound to a sealed key: "LSKY", the store, the number of the key.
  private func binding(_ id: UInt32) -> [UInt8] {
    var writer = ByteWriter(capacity: 24)
    writer.append(UInt32(0x594B_534C))
    writer.append(store.low)
    writer.append(store.high)
    writer.append(id)
    return writer.bytes
  }

  private func sealed(_ text: [UInt8], under key: EncryptionKey, _ id: UInt32) throws(SealingError) -> [UInt8]
  {
    try text.withRawBytes { text throws(SealingError) in try sealed(text, under: key, id) }
  }

  private func sealed(
    _ text: UnsafeRawBufferPointer,
    under key: EncryptionKey,
    _ id: UInt32
  ) throws(SealingError) -> [UInt8] {
    let target = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.nonceSize + text.count + Self.tagSize,
      alignment: 8
    )
    defer { target.deallocate() }
    if let base = target.baseAddress { nonces.store(to: base) }
    let end = Self.nonceSize + text.count
    try key.secret.withBytes { key throws(SealingError) in
      try binding(id).withRawBytes { binding throws(SealingError) in
        try AuthenticatedCipher.xChaCha20Poly1305.seal(
          text,
          into: UnsafeMutableRawBufferPointer(rebasing: target[Self.nonceSize..<end]),
          key: key,
          nonce: UnsafeRawBufferPointer(rebasing: target[..<Self.nonceSize]),
          authenticating: binding,
          tag: UnsafeMutableRawBufferPointer(rebasing: target[end...])
        )
      }
    }
    return Array(target)
  }

  private func open(
    _ sealed: [UInt8],
    under key: EncryptionKey,
    _ id: UInt32,
    into target: UnsafeMutableRawBufferPointer
  ) throws(SealingError) -> Bool {
    do throws(SealingError) {
      try sealed.withRawBytes { sealed throws(SealingError) in
        let end = sealed.count - Self.tagSize
        try key.secret.withBytes { key throws(SealingError) in
          try binding(id).withRawBytes { binding throws(SealingError) in
            try AuthenticatedCipher.xChaCha20Poly1305.open(
              UnsafeRawBufferPointer(rebasing: sealed[Self.nonceSize..<end]),
              into: target,
              key: key,
              nonce: UnsafeRawBufferPointer(rebasing: sealed[..<Self.nonceSize]),
              authenticating: binding,
              tag: UnsafeRawBufferPointer(rebasing: sealed[end...])
            )
          }
        }
      }
      return true
    } catch {
      guard error == .notAuthentic else { throw error }
      return false
    }
  }
}
