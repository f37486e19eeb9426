import LogStore

/// An object that a predicate reaches through to-one relationships.
struct ObjectTerm {
  /// Something that has to hold for the object to be there.
  struct Requirement {
    /// The condition.
    var condition: FilterExpression
    /// The object whose absence makes evaluation throw (`!`); nil if the value is then nil (`as?`).
    var forced: FilterPath?
  }

  /// Where it is found.
  var path: FilterPath
  /// Its declared entity.
  var entity: EntityDescriptor
  /// What has to hold besides, outermost first.
  var requirements: [Requirement] = []

  /// A value that is read from the object, under the requirements.
  func guarded(_ value: FilterExpression) -> FilterExpression {
    var value = value
    for requirement in requirements.reversed() {
      let otherwise: FilterExpression =
        requirement.forced.map { .unwrapped(.identity($0)) } ?? .constant(.null)
      value = .conditional(requirement.condition, then: value, otherwise: otherwise)
    }
    return value
  }

  /// The identity of the object, null if there is none.
  var identity: FilterExpression { guarded(.identity(path)) }
}
