/// What the file KEYS holds: how the key of the store is got, and the data keys sealed under it (FORMAT.md, "KEYS").
package struct Keyring: Sendable {
  /// How the key that seals the data keys comes about.
  enum Derivation: Sendable, Equatable {
    /// It is given as it is.
    case none
    /// From a passphrase, by PBKDF2-HMAC-SHA256.
    case passphrase(rounds: UInt32, salt: Salt)
  }

  /// Sixteen random bytes.
  struct Salt: Sendable, Equatable {
    var low: UInt64
    var high: UInt64

    /// In the order of the file.
    var bytes: [UInt8] {
      var writer = ByteWriter(capacity: 16)
      writer.append(low)
      writer.append(high)
      return writer.bytes
    }
  }

  /// A data key.
  struct Entry: Sendable {
    /// What may be done with the key.
    enum State: UInt8, Sendable {
      /// New values are sealed under it.
      case primary = 1
      /// Values that were sealed under it can be read.
      case retired = 2
      /// The key is destroyed; its number is not used again.
      case shredded = 3
    }

    var id: UInt32
    var state: State
    /// Milliseconds since 1970.
    var created: Int64
    /// Nonce, sealed key and tag; zeros of a destroyed key.
    var wrapped: [UInt8]
  }

  /// Bytes of nonce, sealed key and tag.
  static let wrappedSize = 72
  /// Bytes of nonce, sealed zeros and tag.
  static let checkSize = 56
  /// Iterations that a passphrase may take: more would be a way to keep a program busy for hours.
  static let allowedRounds: ClosedRange<UInt32> = 1...10_000_000
  /// Data keys of a store, at most.
  static let largestCount = 1024

  /// Grows with each change.
  var generation: UInt64 = 1
  var derivation: Derivation
  /// Sixteen zeros sealed under the key: tells a wrong key from damage.
  var check: [UInt8]
  /// By rising number.
  var entries: [Entry]

  /// The key for new values.
  var primary: Entry? { entries.last { $0.state == .primary } }
}
