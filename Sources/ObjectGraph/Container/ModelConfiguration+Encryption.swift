public import Foundation
import LogStore

extension ModelConfiguration {
  /// Where the key of attributes marked `.encrypt` comes from. A store whose models have none needs no key.
  public enum Encryption: Sendable, Hashable {
    /// The file that the environment names in `OBJECTGRAPH_KEY_FILE`; else `objectgraph.key` in the directory that a
    /// service manager names in `CREDENTIALS_DIRECTORY`; else `objectgraph/store.key` in the user's data directory
    /// (`$XDG_DATA_HOME` or `~/.local/share`), which is made once, for its owner alone, and serves all stores of the
    /// user. It protects copies of a store that leave the user's account: backups, shared disks, other users. Whoever
    /// loses that file loses the encrypted values.
    case automatic
    /// A key of 32 bytes, from a keyring or a secrets manager. Making a container throws `wrongKey` for another number
    /// of bytes.
    case key(Data)
    /// A key derived of a passphrase (PBKDF2-HMAC-SHA256 with a salt that the store keeps).
    ///
    /// - Parameter rounds: Iterations where the store is given its key; later the store says how many. The default
    ///   takes about a third of a second in a release build, many times that in a debug build.
    case passphrase(String, rounds: Int = 600_000)
    /// The key in a file, which must exist: 32 bytes, or 64 hexadecimal digits.
    case keyFile(URL)
    /// Attributes marked `.encrypt` are kept in clear text: for data that somebody else protects. Refused for a store
    /// that has encrypted values, as are the other cases for one that has clear ones.
    case disabled
  }
}

/// Shows which case it is, and nothing of a key.
extension ModelConfiguration.Encryption: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The case, without what it holds of a key.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .key: "a key"
    case .passphrase: "a passphrase"
    case .keyFile(let url): "the key in \(url.path)"
    case .disabled: "disabled"
    }
  }

  /// As `description`.
  public var debugDescription: String { description }

  /// One without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension StoreOptions.Encryption {
  /// What a configuration asks for.
  init(_ encryption: ModelConfiguration.Encryption) throws(ObjectGraphError) {
    switch encryption {
    case .automatic: self = .automatic
    case .key(let bytes):
      guard let key = EncryptionKey(bytes) else {
        throw .wrongKey(
          message: "the key of the configuration has \(bytes.count) bytes; a key has \(EncryptionKey.size)"
        )
      }
      self = .key(key)
    case .passphrase(let text, let rounds): self = .passphrase(text, rounds: UInt32(clamping: rounds))
    case .keyFile(let url): self = .keyFile(url.path)
    case .disabled: self = .disabled
    }
  }
}
