/// Finds the other end of a relationship: the one that is named on either side, else the only one possible.
enum InverseInference {
  /// The other end.
  ///
  /// - Returns: nil for a one-way relationship.
  /// - Throws: If a named inverse does not exist, or if several would do.
  static func inverse(
    of property: PropertyShape,
    in shape: ModelShape
  ) throws(ObjectGraphError) -> ModelShape.Inverse? {
    guard let destination = property.destination, let other = ModelShape.shape(of: destination) else {
      return nil
    }
    let declaring = shape.declaringType(of: property.index)
    if let name = property.inverseName {
      guard let end = other.properties.last(where: { $0.name == name }), let back = end.destination else {
        throw .invalidSchema(
          entity: shape.name,
          property: property.name,
          reason: "its inverse \(other.name).\(name) is not a relationship"
        )
      }
      guard ModelShape.isKind(declaring, of: back) || ModelShape.isKind(back, of: declaring) else {
        throw .invalidSchema(
          entity: shape.name,
          property: property.name,
          reason: "its inverse \(other.name).\(name) leads to \(ModelShape.name(of: back))"
        )
      }
      return .init(index: end.index, name: end.name, isToMany: end.isToMany)
    }
    let back = other.properties.filter { end in
      guard let target = end.destination else { return false }
      return ModelShape.isKind(declaring, of: target)
    }
    let naming = back.filter { end in
      end.inverseName == property.name && !(end.name == property.name && destination == declaring)
    }
    if naming.count > 1 {
      throw .ambiguousInverse(
        entity: shape.name,
        property: property.name,
        candidates: naming.map { "\(other.name).\($0.name)" }
      )
    }
    if let end = naming.first { return .init(index: end.index, name: end.name, isToMany: end.isToMany) }
    return try infer(property, declaring, other, back)
  }

  private static func infer(
    _ property: PropertyShape,
    _ declaring: any PersistentModel.Type,
    _ other: ModelShape,
    _ back: [PropertyShape]
  ) throws(ObjectGraphError) -> ModelShape.Inverse? {
    guard let own = ModelShape.shape(of: declaring), let destination = property.destination else {
      return nil
    }
    let isSelf = destination == declaring
    func isFree(_ end: PropertyShape, named others: [PropertyShape]) -> Bool {
      end.inverseName == nil && !others.contains { $0.inverseName == end.name }
    }
    let mine = own.properties.filter { candidate in
      guard let target = candidate.destination else { return false }
      return target == destination && isFree(candidate, named: back)
    }
    let theirs = back.filter { isFree($0, named: mine) && !(isSelf && $0.name == property.name) }
      .filter { end in
        !own.properties.contains { $0.destination == destination && $0.inverseName == end.name }
      }
    guard !theirs.isEmpty else { return nil }
    if isSelf {
      let opposite = theirs.filter { $0.isToMany != property.isToMany }
      let same = theirs.filter { $0.isToMany == property.isToMany }
      guard !opposite.isEmpty else { return nil }
      guard opposite.count == 1, same.isEmpty, let end = opposite.first else {
        throw .ambiguousInverse(
          entity: own.name,
          property: property.name,
          candidates: theirs.map { "\(other.name).\($0.name)" }
        )
      }
      return .init(index: end.index, name: end.name, isToMany: end.isToMany)
    }
    guard theirs.count == 1, mine.count == 1, let end = theirs.first else {
      throw .ambiguousInverse(
        entity: own.name,
        property: property.name,
        candidates: theirs.map { "\(other.name).\($0.name)" }
      )
    }
    return .init(index: end.index, name: end.name, isToMany: end.isToMany)
  }
}
