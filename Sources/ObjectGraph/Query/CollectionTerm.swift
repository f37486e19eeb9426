import LogStore

/// The targets of a to-many relationship, all or those that a `filter` lets through.
struct CollectionTerm {
  /// The object whose targets they are.
  var owner: ObjectTerm
  /// The relationship.
  var relationship: PropertyID
  /// Entity of the targets.
  var element: EntityDescriptor
  /// Condition on the innermost variable; nil admits all.
  var filter: FilterExpression?
  /// Number of that variable.
  var variable: Int

  /// The first target; nil if they are filtered.
  var first: ObjectTerm? {
    guard filter == nil else { return nil }
    var object = owner
    object.path.hops.append(relationship)
    object.entity = element
    return object
  }

  /// Number of the targets.
  var count: FilterExpression { owner.guarded(.memberCount(owner.path, relationship, filter)) }
}
