/// A kind of object: its place in the hierarchy and what it adds to its parent.
public struct EntityDefinition: Sendable, Hashable {
  /// Stable number.
  public var id: EntityID
  /// Name in the program.
  public var name: String
  /// Earlier name, empty if none.
  public var originalName: String
  /// The entity it specialises.
  public var parent: EntityID?
  /// Whether objects of exactly this entity are refused.
  public var isAbstract: Bool
  /// Attributes that this entity adds, in order of declaration.
  public var attributes: [AttributeDefinition]
  /// Relationships that this entity adds, in order of declaration.
  public var relationships: [RelationshipDefinition]
  /// Sets of properties whose values together occur once among this entity and its sub-entities.
  public var uniqueness: [[PropertyID]]
  /// Sets of properties that are kept in order.
  public var indexes: [[PropertyID]]

  /// Makes a definition.
  public init(
    id: EntityID,
    name: String,
    originalName: String = "",
    parent: EntityID? = nil,
    isAbstract: Bool = false,
    attributes: [AttributeDefinition] = [],
    relationships: [RelationshipDefinition] = [],
    uniqueness: [[PropertyID]] = [],
    indexes: [[PropertyID]] = []
  ) {
    self.id = id
    self.name = name
    self.originalName = originalName
    self.parent = parent
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.relationships = relationships
    self.uniqueness = uniqueness
    self.indexes = indexes
  }
}
