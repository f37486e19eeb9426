/// What a program declares: entities by name, before the store has given them numbers.
public struct SchemaDescription: Sendable, Hashable {
  /// An attribute as declared.
  public struct Attribute: Sendable, Hashable {
    /// Name in the program.
    public var name: String
    /// Earlier name, empty if none.
    public var originalName: String
    /// How the value lies in records.
    public var kind: ValueKind
    /// Name of the Swift type.
    public var typeName: String
    /// Optionality and storage.
    public var flags: AttributeDefinition.Flags
    /// Version hash modifier, empty if none.
    public var hashModifier: String
    /// Value of records that do not have the attribute yet.
    public var defaultValue: StoredValue

    /// Makes a declaration.
    public init(
      name: String,
      originalName: String = "",
      kind: ValueKind,
      typeName: String,
      flags: AttributeDefinition.Flags = [],
      hashModifier: String = "",
      defaultValue: StoredValue = .null
    ) {
      self.name = name
      self.originalName = originalName
      self.kind = kind
      self.typeName = typeName
      self.flags = flags
      self.hashModifier = hashModifier
      self.defaultValue = defaultValue
    }
  }

  /// A relationship as declared; `inverse` names a relationship of the destination, already inferred.
  public struct Relationship: Sendable, Hashable {
    /// Name in the program.
    public var name: String
    /// Earlier name, empty if none.
    public var originalName: String
    /// Name of the entity at the other end.
    public var destination: String
    /// Name of the relationship at the other end that mirrors this one.
    public var inverse: String?
    /// What happens to the targets when the owner is deleted.
    public var deleteRule: DeleteRule
    /// Smallest number of targets, 0 for no bound.
    public var minimumCount: UInt32
    /// Largest number of targets, 0 for no bound.
    public var maximumCount: UInt32
    /// Optionality and storage.
    public var flags: RelationshipDefinition.Flags
    /// Version hash modifier, empty if none.
    public var hashModifier: String

    /// Makes a declaration.
    public init(
      name: String,
      originalName: String = "",
      destination: String,
      inverse: String? = nil,
      deleteRule: DeleteRule = .nullify,
      minimumCount: UInt32 = 0,
      maximumCount: UInt32 = 0,
      flags: RelationshipDefinition.Flags,
      hashModifier: String = ""
    ) {
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

  /// An entity as declared. `order` lists the names of all properties as they stand in the class; records
  /// are laid out in that order.
  public struct Entity: Sendable, Hashable {
    /// Name in the program.
    public var name: String
    /// Earlier name, empty if none.
    public var originalName: String
    /// Name of the entity it specialises.
    public var parent: String?
    /// Whether objects of exactly this entity are refused.
    public var isAbstract: Bool
    /// Attributes that it adds.
    public var attributes: [Attribute]
    /// Relationships that it adds.
    public var relationships: [Relationship]
    /// Names of its own properties as they stand in the class.
    public var order: [String]
    /// Sets of properties whose values together occur once.
    public var uniqueness: [[String]]
    /// Sets of properties that are kept in order.
    public var indexes: [[String]]

    /// Makes a declaration.
    public init(
      name: String,
      originalName: String = "",
      parent: String? = nil,
      isAbstract: Bool = false,
      attributes: [Attribute] = [],
      relationships: [Relationship] = [],
      order: [String] = [],
      uniqueness: [[String]] = [],
      indexes: [[String]] = []
    ) {
      self.name = name
      self.originalName = originalName
      self.parent = parent
      self.isAbstract = isAbstract
      self.attributes = attributes
      self.relationships = relationships
      self.order = order.isEmpty ? attributes.map(\.name) + relationships.map(\.name) : order
      self.uniqueness = uniqueness
      self.indexes = indexes
    }
  }

  /// Whether new records hold values of external attributes in the external form (`ExternalValue`). Without it
  /// they hold them like all others, as records do that were written before the attribute was declared external.
  package var usesExternalForm = true

  /// The entities, parents before children.
  public var entities: [Entity]

  /// Makes a description.
  public init(entities: [Entity]) { self.entities = entities }
}
