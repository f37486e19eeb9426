package import LogStore

/// What a key path of a model reads: the to-one relationships it follows and what stands at their end.
package struct ResolvedPath: Sendable, Hashable {
  /// What a key path ends in.
  package enum Target: Sendable, Hashable {
    /// A stored attribute, read whole.
    case attribute(PropertyID)
    /// A field inside a structured attribute, by the names of its coding keys.
    case structuredField(PropertyID, [String])
    /// A to-many relationship.
    case relationship(PropertyID)
    /// The object itself that the hops lead to, or its `persistentModelID`.
    case reference
  }

  /// To-one relationships followed from the root, in order.
  package var hops: [PropertyID]
  /// What is read from the object that the hops lead to.
  package var target: Target
  /// Entity of the object that the hops lead to; for a to-many relationship, of its targets.
  package var destination: EntityDescriptor?

  /// Makes a path of its parts.
  package init(hops: [PropertyID], target: Target, destination: EntityDescriptor?) {
    self.hops = hops
    self.target = target
    self.destination = destination
  }
}
