/// Whose value a blob is, for messages.
package struct BlobPlace: Sendable {
  package var entity: String
  package var object: ObjectID
  package var attribute: String

  package init(entity: String, object: ObjectID, attribute: String) {
    self.entity = entity
    self.object = object
    self.attribute = attribute
  }

  init(_ catalog: Catalog, _ entity: EntityID, _ object: ObjectID, _ attribute: PropertyID) {
    self.init(entity: catalog.name(of: entity), object: object, attribute: catalog.name(of: attribute))
  }

  /// Entity, attribute and object in words.
  var description: String { "\(entity).\(attribute) of object \(object)" }
}
