/// One target of a to-many relationship, ordered by owner, relationship and place.
package struct MemberKey: Comparable, Hashable, Sendable, BitwiseCopyable {
  package var owner: UInt64
  package var relationship: UInt64
  package var place: UInt64
  package var target: UInt64

  package init(owner: ObjectID, relationship: PropertyID, place: UInt64, target: ObjectID) {
    self.owner = owner.rawValue
    self.relationship = UInt64(relationship.rawValue)
    self.place = place
    self.target = target.rawValue
  }

  /// Place of the target among the words of the key.
  static var targetWord: Int { 3 }

  /// Smallest key of an owner's relationship.
  package static func start(_ owner: ObjectID, _ relationship: PropertyID) -> MemberKey {
    MemberKey(owner: owner, relationship: relationship, place: 0, target: .none)
  }

  /// The first key behind those of an owner's relationship.
  package static func end(_ owner: ObjectID, _ relationship: PropertyID) -> MemberKey {
    start(owner, PropertyID(rawValue: relationship.rawValue &+ 1))
  }

  package static func < (a: MemberKey, b: MemberKey) -> Bool {
    if a.owner != b.owner { return a.owner < b.owner }
    if a.relationship != b.relationship { return a.relationship < b.relationship }
    if a.place != b.place { return a.place < b.place }
    return a.target < b.target
  }
}

/// One reference to an object whose class does not know of it, ordered by target.
package struct ReferrerKey: Comparable, Sendable, BitwiseCopyable {
  package var target: UInt64
  package var relationship: UInt64
  package var owner: UInt64

  package init(target: ObjectID, relationship: PropertyID, owner: ObjectID) {
    self.target = target.rawValue
    self.relationship = UInt64(relationship.rawValue)
    self.owner = owner.rawValue
  }

  package static func < (a: ReferrerKey, b: ReferrerKey) -> Bool {
    if a.target != b.target { return a.target < b.target }
    if a.relationship != b.relationship { return a.relationship < b.relationship }
    return a.owner < b.owner
  }
}

/// An object whose text of a property is not in normal form C, ordered by property.
package struct TextKey: Comparable, Sendable, BitwiseCopyable {
  package var property: UInt64
  package var object: UInt64

  package init(property: PropertyID, object: ObjectID) {
    self.property = UInt64(property.rawValue)
    self.object = object.rawValue
  }

  /// Smallest key of a property.
  package static func start(_ property: PropertyID) -> TextKey {
    TextKey(property: property, object: .none)
  }

  /// The first key behind those of a property.
  package static func end(_ property: PropertyID) -> TextKey {
    start(PropertyID(rawValue: property.rawValue &+ 1))
  }

  package static func < (a: TextKey, b: TextKey) -> Bool {
    a.property != b.property ? a.property < b.property : a.object < b.object
  }
}
