extension StoreOptions {
  /// Where the key of sealed values comes from (attributes marked `.encrypt`). It is looked for when it is needed: a
  /// store without sealed values has none.
  ///
  /// The key seals data keys, which lie in the file KEYS of the store; a data key seals the values (FORMAT.md, "Sealed
  /// values").
  public enum Encryption: Sendable, Hashable {
    /// The file that the environment names in `OBJECTGRAPH_KEY_FILE`; else `objectgraph.key` in the directory that a
    /// service manager names in `CREDENTIALS_DIRECTORY`; else `objectgraph/store.key` in the user's data directory
    /// (`$XDG_DATA_HOME` or `~/.local/share`), which is made once, for its owner alone, and serves all stores of the
    /// user. Whoever loses that file loses the sealed values. On storages that are no file systems, the key lies
    /// beside the store.
    case automatic
    /// This key.
    case key(EncryptionKey)
    /// A key derived of a passphrase by PBKDF2-HMAC-SHA256 (RFC 8018) with a salt that the store keeps. Canonically
    /// equal texts are one passphrase.
    ///
    /// - Parameter rounds: Iterations where the store is given its key; later the store says how many. 600,000 take
    ///   about a third of a second in a release build.
    ///   From 1 to 10 million.
    case passphrase(String, rounds: UInt32 = 600_000)
    /// The key in this file, which must exist: 32 bytes, or 64 hexadecimal digits.
    case keyFile(String)
    /// Attributes marked `.encrypt` are kept in clear text: for data that somebody else protects. Refused for a store
    /// that has sealed values, as are the other cases for one that has clear ones.
    case disabled
  }
}

/// Shows which case it is, and nothing of a key.
extension StoreOptions.Encryption: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The case, without what it holds of a key.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .key: "a key"
    case .passphrase: "a passphrase"
    case .keyFile(let path): "the key in \(path)"
    case .disabled: "disabled"
    }
  }

  /// As `description`.
  public var debugDescription: String { description }

  /// One without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
