extension Schema {
  /// A relationship of an entity.
  public struct Relationship: Sendable, Hashable {
    /// What happens to the other end when an object is deleted.
    public enum DeleteRule: String, Sendable, Hashable, Codable {
      /// Nothing: references to the deleted object find nothing.
      case noAction
      /// The other end forgets the object.
      case nullify
      /// The other end is deleted too.
      case cascade
      /// The deletion is refused while there is another end.
      case deny
    }

    /// What is special about a relationship.
    public struct Option: Sendable, Hashable {
      enum Kind: Hashable { case unique }
      let kind: Kind
      /// At most one object refers to a given target.
      public static let unique = Option(kind: .unique)
    }

    /// Name of the property.
    public let name: String
    /// Earlier name; the name itself if there was none.
    public let originalName: String
    /// What is special about it.
    public let options: [Option]
    /// Entity at the other end.
    public let destination: String
    /// Name of the relationship at the other end; nil if there is none.
    public let inverseName: String?
    /// What happens to the other end.
    public let deleteRule: DeleteRule
    /// Whether there is at most one target.
    public let isToOneRelationship: Bool
    /// Whether there may be no target.
    public let isOptional: Bool
    /// Smallest number of targets, 0 for no bound.
    public let minimumModelCount: Int?
    /// Largest number of targets, 0 for no bound.
    public let maximumModelCount: Int?
    /// Version hash modifier.
    public let hashModifier: String?
  }
}
