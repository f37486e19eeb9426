/// A relationship of an entity, as the catalog holds it.
public struct RelationshipDefinition: Sendable, Hashable {
  /// Shape of the relationship.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// The bits as they stand in the catalog.
    public var rawValue: UInt16
    /// Wraps bits of the catalog.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// May be absent (to-one), or the collection itself may be (to-many).
    public static let optional = Flags(rawValue: 1)
    /// Has many targets.
    public static let toMany = Flags(rawValue: 2)
    /// The order of the targets is kept. Set for every to-many.
    public static let ordered = Flags(rawValue: 4)
  }

  /// Stable number.
  public var id: PropertyID
  /// Name in the program.
  public var name: String
  /// Earlier name, empty if none.
  public var originalName: String
  /// Entity at the other end; its sub-entities are allowed too.
  public var destination: EntityID
  /// The relationship at the other end that mirrors this one.
  public var inverse: PropertyID?
  /// What happens to the targets when the owner is deleted.
  public var deleteRule: DeleteRule
  /// Smallest number of targets, 0 for no bound.
  public var minimumCount: UInt32
  /// Largest number of targets, 0 for no bound.
  public var maximumCount: UInt32
  /// Shape.
  public var flags: Flags
  /// Version hash modifier, empty if none.
  public var hashModifier: String

  /// Whether there may be many targets.
  public var isToMany: Bool { flags.contains(.toMany) }
  /// Whether the value may be absent.
  public var isOptional: Bool { flags.contains(.optional) }

  /// Makes a definition.
  public init(
    id: PropertyID,
    name: String,
    originalName: String = "",
    destination: EntityID,
    inverse: PropertyID? = nil,
    deleteRule: DeleteRule = .nullify,
    minimumCount: UInt32 = 0,
    maximumCount: UInt32 = 0,
    flags: Flags,
    hashModifier: String = ""
  ) {
    self.id = id
    self.name = name
    self.originalName = originalName
    self.destination = destination
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.minimumCount = minimumCount
    self.maximumCount = maximumCount
    self.flags = flags
    self.hashModifier = hashModifier
  }
}
