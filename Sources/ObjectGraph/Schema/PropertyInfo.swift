package import LogStore

/// A property of an entity as one store knows it.
package struct PropertyInfo: Sendable {
  /// What kind of slot the class has for the property.
  package enum Slot: Sendable, Hashable {
    /// A value.
    case attribute(ValueKind)
    /// A reference to one object.
    case toOne
    /// References to many objects.
    case toMany
  }

  /// The other end of a relationship.
  package struct Inverse: Sendable, Hashable {
    /// The relationship at the other end.
    package var property: PropertyID
    /// Its place in the property table of the destination.
    package var index: Int
    /// Whether the other end has many targets.
    package var isToMany: Bool
  }

  /// Name in the program.
  package var name: String
  /// Number in the store.
  package var id: PropertyID
  /// Place in the property table of the class chain, the root's first.
  package var index: Int
  /// Kind of slot.
  package var slot: Slot
  /// Whether the value may be absent.
  package var isOptional: Bool
  /// Tracked but not stored.
  package var isEphemeral: Bool
  /// Whether the layout has an order key behind the slot.
  package var hasOrderKey: Bool
  /// Name of the entity at the other end of a relationship.
  package var destinationName: String?
  /// Other end of a relationship that has one.
  package var inverse: Inverse?
  /// What happens to the targets when the owner is deleted.
  package var deleteRule: DeleteRule

  /// Whether this is a relationship.
  package var isRelationship: Bool { slot == .toOne || slot == .toMany }
}
