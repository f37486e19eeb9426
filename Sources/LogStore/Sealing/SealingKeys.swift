/// The data keys of a store, unsealed: an immutable set that readers share.
final class SealingKeys: Sendable {
  /// The list that they came from.
  let keyring: Keyring
  /// The key that seals them.
  let storeKey: EncryptionKey
  /// Number of the key for new values.
  let primary: UInt32
  let nonces: NonceSource
  private let keys: [UInt32: EncryptionKey]

  init(
    _ keyring: Keyring,
    storeKey: EncryptionKey,
    keys: [UInt32: EncryptionKey],
    primary: UInt32,
    nonces: NonceSource
  ) {
    self.keyring = keyring
    self.storeKey = storeKey
    self.keys = keys
    self.primary = primary
    self.nonces = nonces
  }

  /// The data key with a number; nil if there is none, or it is destroyed.
  func key(_ id: UInt32) -> EncryptionKey? { keys[id] }

  /// The same with one more key.
  func with(_ key: EncryptionKey, id: UInt32) -> SealingKeys {
    var keys = keys
    keys[id] = key
    return SealingKeys(keyring, storeKey: storeKey, keys: keys, primary: primary, nonces: nonces)
  }
}
