/// Finds all classes that belong to a schema and checks that they fit together.
enum SchemaClosure {
  /// The shapes of the classes, of those above them and of those that relationships lead to, parents before
  /// children, in order of discovery.
  static func shapes(of types: [any PersistentModel.Type]) throws(ObjectGraphError) -> [ModelShape] {
    var shapes: [ModelShape] = []
    var seen: Set<ObjectIdentifier> = []
    var names: [String: ModelShape] = [:]
    var pending = Array(types.reversed())
    while let type = pending.popLast() {
      guard let shape = ModelShape.shape(of: type) else {
        throw .invalidSchema(
          entity: String(describing: type),
          property: nil,
          reason: "the class does not describe itself: put @Model in front of it"
        )
      }
      for ancestor in shape.chain {
        guard seen.insert(ObjectIdentifier(ancestor)).inserted, let found = ModelShape.shape(of: ancestor)
        else {
          continue
        }
        if let other = names[found.name] {
          throw .invalidSchema(
            entity: found.name,
            property: nil,
            reason: "\(String(reflecting: other.type)) and \(String(reflecting: found.type)) have one name"
          )
        }
        names[found.name] = found
        shapes.append(found)
        try check(found)
        for property in found.properties.reversed() {
          if let destination = property.destination { pending.append(destination) }
        }
      }
    }
    for shape in shapes {
      for property in shape.properties where property.destination != nil {
        _ = try InverseInference.inverse(of: property, in: shape)
      }
    }
    return shapes
  }

  private static func check(_ shape: ModelShape) throws(ObjectGraphError) {
    var names: Set<String> = []
    for property in shape.properties {
      if let problem = property.problem {
        throw .invalidSchema(entity: shape.name, property: property.name, reason: problem)
      }
      if property.isDeclaredRelationship, property.destination == nil {
        throw .invalidSchema(
          entity: shape.name,
          property: property.name,
          reason: "@Relationship stands at a property whose type is neither a model nor an array of models"
        )
      }
      guard names.insert(property.name).inserted else {
        throw .invalidSchema(
          entity: shape.name,
          property: property.name,
          reason: "a class above it has a property of this name"
        )
      }
    }
    for name in (shape.uniqueness + shape.indexes).joined() {
      guard
        let property = shape.properties.first(where: {
          $0.name == name.split(separator: ".").first.map(String.init)
        })
      else {
        throw .invalidSchema(
          entity: shape.name,
          property: name,
          reason: "a uniqueness constraint or index names it, it is not stored"
        )
      }
      if property.isSealed {
        throw .invalidSchema(
          entity: shape.name,
          property: name,
          reason:
            "an encrypted attribute can be neither unique nor indexed: equal values look different each time"
            + " they are stored, and an index would give them away"
        )
      }
      if property.isToMany {
        throw .invalidSchema(
          entity: shape.name,
          property: name,
          reason: "a to-many relationship cannot be unique or indexed"
        )
      }
    }
  }
}
