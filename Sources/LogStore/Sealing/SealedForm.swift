/// How a sealed value lies in a record (FORMAT.md, "Sealed values"): algorithm, number of the data key, nonce,
/// ciphertext, tag.
enum SealedForm {
  /// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03).
  static let algorithm: UInt8 = 1
  static let nonceOffset = 5
  static let nonceSize = 24
  static let textOffset = 29
  static let tagSize = 16
  /// Bytes that sealing adds to a value.
  static let overhead = 45

  /// Bytes of the data that a value is bound to.
  static let bindingSize = 49

  /// Whether bytes have the form of a sealed value.
  static func isSound(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= overhead && bytes[0] == algorithm
  }

  /// The number of the data key.
  static func keyID(_ bytes: UnsafeRawBufferPointer) -> UInt32 { bytes.word(1, UInt32.self) }

  /// Writes what a value is bound to, so that it opens nowhere else: store, entity, object, attribute, key.
  static func bind(
    _ target: UnsafeMutableRawPointer,
    store: StoreID,
    entity: EntityID,
    object: UInt64,
    attribute: PropertyID,
    keyID: UInt32
  ) {
    target.store(UInt32(0x3141_534C), 0)  // "LSA1"
    target.store(store.low, 4)
    target.store(store.high, 12)
    target.store(UInt64(entity.rawValue), 20)
    target.store(object, 28)
    target.store(UInt64(attribute.rawValue), 36)
    target.store(keyID, 44)
    target.store(algorithm, 48)
  }
}
