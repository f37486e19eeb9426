/// What a program declares: entities by name, before the store has given them numbers.
public struct SchemaDescription: Sendable, Hashable {
  /// An attribute as declared.
  public struct Attribute: Sendable, Hashable {
    public var name: String
    public var originalName: String
    public var kind: ValueKind
    public var typeName: String
    public var flags: AttributeDefinition.Flags
    public var hashModifier: String
    public var defaultValue: StoredValue

    /// Makes a declaration.
    public init(
      name: String, originalName: String = "", kind: ValueKind, typeName: String,
      flags: AttributeDefinition.Flags = [], hashModifier: String = "", defaultValue: StoredValue = .null
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
    public var name: String
    public var originalName: String
    public var destination: String
    public var inverse: String?
    public var deleteRule: DeleteRule
    public var minimumCount: UInt32
    public var maximumCount: UInt32
    public var flags: RelationshipDefinition.Flags
    public var hashModifier: String

    /// Makes a declaration.
    public init(
      name: String, originalName: String = "", destination: String, inverse: String? = nil,
      deleteRule: DeleteRule = .nullify, minimumCount: UInt32 = 0, maximumCount: UInt32 = 0,
      flags: RelationshipDefinition.Flags, hashModifier: String = ""
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
    public var name: String
    public var originalName: String
    public var parent: String?
    public var isAbstract: Bool
    public var attributes: [Attribute]
    public var relationships: [Relationship]
    public var order: [String]
    public var uniqueness: [[String]]
    public var indexes: [[String]]

    /// Makes a declaration.
    public init(
      name: String, originalName: String = "", parent: String? = nil, isAbstract: Bool = false,
      attributes: [Attribute] = [], relationships: [Relationship] = [], order: [String] = [],
      uniqueness: [[String]] = [], indexes: [[String]] = []
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

  /// The entities, parents before children.
  public var entities: [Entity]

  /// Makes a description.
  public init(entities: [Entity]) { self.entities = entities }
}
