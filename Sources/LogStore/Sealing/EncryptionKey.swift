/// A key of 32 bytes that a program gives for the sealed values of a store: from a secrets manager, a keyring or a
/// hardware token, never derived from a word that people choose (`StoreOptions.Encryption.passphrase` is for that).
///
/// The bytes lie in memory that is wiped when the last reference goes; no description shows them.
public final class EncryptionKey: Sendable, Hashable {
  /// Bytes of a key.
  public static let size = 32

  let secret: SecretBytes

  /// Copies the bytes of a key.
  ///
  /// - Returns: nil if there are not exactly 32 of them, or the system gives no memory for them.
  public convenience init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.size else { return nil }
    try? self.init { target in
      for (index, byte) in bytes.enumerated() where index < target.count { target[index] = byte }
    }
  }

  /// Lets a closure write the bytes.
  init(filledBy body: (UnsafeMutableRawBufferPointer) throws(SealingError) -> Void) throws(SealingError) {
    secret = try SecretBytes(count: Self.size, filledBy: body)
  }

  /// Whether two keys have the same bytes; takes the same time wherever they differ.
  public static func == (a: EncryptionKey, b: EncryptionKey) -> Bool {
    a === b || a.secret.withBytes { left in b.secret.withBytes { ConstantTime.areEqual(left, $0) } }
  }

  /// Adds nothing: a hash would tell something of the key.
  public func hash(into hasher: inout Hasher) {}
}
