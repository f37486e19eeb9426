extension Schema {
  /// An attribute of an entity.
  public struct Attribute: Sendable, Hashable {
    /// What is special about an attribute.
    public struct Option: Sendable, Hashable {
      enum Kind: Hashable {
        case unique, externalStorage, encrypt, cloudEncryption, spotlight, ephemeral, preserveValue, codable
        case transformable(String)
      }

      let kind: Kind

      /// At most one object has a given value; an insertion that collides becomes an update.
      public static let unique = Option(kind: .unique)
      /// Noted in the schema. Values are kept inside of their records for now, whatever their size.
      public static let externalStorage = Option(kind: .externalStorage)
      /// The value is stored encrypted (XChaCha20-Poly1305), with a key that `ModelConfiguration.encryption` says where
      /// to find. Predicates and sorting work as on other attributes, but without an index: `.unique` and `#Index` are
      /// refused. Whether there is a value, and how long it is, can be seen without the key.
      public static let encrypt = Option(kind: .encrypt)
      /// The same as `encrypt`.
      public static let allowsCloudEncryption = Option(kind: .cloudEncryption)
      /// Noted in the schema. There is no full-text index yet.
      public static let spotlight = Option(kind: .spotlight)
      /// Tracked as a change, never stored.
      public static let ephemeral = Option(kind: .ephemeral)
      /// Noted in the schema. The history does not keep values of deleted objects yet.
      public static let preserveValueOnDeletion = Option(kind: .preserveValue)
      /// Kept through its Codable form, closed to predicates.
      public static let codable = Option(kind: .codable)

      /// Kept through its Codable form; the transformer's name is noted.
      public static func transformable(by name: String) -> Option { Option(kind: .transformable(name)) }

      /// Kept through its Codable form; the transformer's name is noted.
      public static func transformable(by type: Any.Type) -> Option {
        Option(kind: .transformable(String(describing: type)))
      }
    }

    /// Name of the property.
    public let name: String
    /// Earlier name; the name itself if there was none.
    public let originalName: String
    /// What is special about it.
    public let options: [Option]
    /// Whether the value may be absent.
    public let isOptional: Bool
    /// Name of the Swift type.
    public let typeName: String
    /// A text that takes part in the version. Noted; there are no migrations, so a store written with another
    /// one is refused.
    public let hashModifier: String?

    /// Whether values occur once.
    public var isUnique: Bool { options.contains(.unique) }
  }
}
