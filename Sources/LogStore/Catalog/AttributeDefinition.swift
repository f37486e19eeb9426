/// A stored attribute of an entity, as the catalog holds it.
public struct AttributeDefinition: Sendable, Hashable {
  /// Properties that change how the value is kept.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits as they stand in the catalog.
    public var rawValue: UInt16
    /// Wraps bits of the catalog.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// May be absent.
    public static let optional = Flags(rawValue: 1)
    /// The value is encrypted at rest.
    public static let sealed = Flags(rawValue: 2)
    /// Large values live in files of their own.
    public static let external = Flags(rawValue: 4)
    /// Part of the full-text index.
    public static let fullText = Flags(rawValue: 8)
    /// Tracked but not stored.
    public static let ephemeral = Flags(rawValue: 16)
    /// Kept in the tombstone.
    public static let preserved = Flags(rawValue: 32)
  }

  /// Stable number.
  public var id: PropertyID
  /// Name in the program.
  public var name: String
  /// Earlier name, empty if none.
  public var originalName: String
  /// How the value lies in records.
  public var kind: ValueKind
  /// Name of the Swift type, for messages and for telling two structured types apart.
  public var typeName: String
  /// Optionality and storage.
  public var flags: Flags
  /// Version hash modifier, empty if none.
  public var hashModifier: String
  /// Value of records that do not have the attribute yet.
  public var defaultValue: StoredValue

  /// Whether the value may be absent.
  public var isOptional: Bool { flags.contains(.optional) }

  /// Whether large values may be in files of their own.
  var isExternal: Bool { flags.contains(.external) }

  /// Makes a definition.
  public init(
    id: PropertyID,
    name: String,
    originalName: String = "",
    kind: ValueKind,
    typeName: String,
    flags: Flags = [],
    hashModifier: String = "",
    defaultValue: StoredValue = .null
  ) {
    self.id = id
    self.name = name
    self.originalName = originalName
    self.kind = kind
    self.typeName = typeName
    self.flags = flags
    self.hashModifier = hashModifier
    self.defaultValue = defaultValue
  }
}
