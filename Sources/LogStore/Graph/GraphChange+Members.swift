extension GraphChange {
  /// Refuses a list of targets whose owner cannot have one.
  func checkOwner(of key: Overlay.MemberKey) throws(StoreError) {
    let name = catalog.name(of: key.relationship)
    guard let relationship = catalog.relationship(key.relationship), relationship.isToMany,
      let declaring = catalog.owner(of: key.relationship)
    else {
      throw invalidList(key, "\(name) is no to-many relationship of the store")
    }
    guard !deleted.contains(key.owner) else { return }
    guard let entity = entity(of: key.owner) else {
      throw StoreError(
        .conflict,
        tried: "save \(name) of object \(key.owner)",
        path: base.path,
        found: "there is no such object: another commit deleted it, or it was never saved",
        remedy: "Roll the context back, or delete the object there too.",
        objects: [key.owner]
      )
    }
    guard catalog.isKind(entity, of: declaring) else {
      throw invalidList(key, "a \(catalog.name(of: entity)) has no relationship \(name)")
    }
  }

  private func invalidList(_ key: Overlay.MemberKey, _ found: String) -> StoreError {
    StoreError(
      .invalidArgument,
      tried: "save the targets of object \(key.owner)",
      path: base.path,
      found: found,
      remedy: "Name a to-many relationship of the object.",
      objects: [key.owner]
    )
  }

  /// Notes the targets of stated lists that never existed or are of another kind than the relationship leads to.
  /// Those that this commit or an earlier one deleted go from the lists without a word: a list that was read before
  /// names them still.
  mutating func checkTargets() {
    for key in listOrder where !deleted.contains(key.owner) {
      guard let relationship = catalog.relationship(key.relationship), let list = lists[key] else { continue }
      for target in list where !deleted.contains(target) && !wasDeleted(target) {
        let found: String
        if let kind = entity(of: target) {
          guard !catalog.isKind(kind, of: relationship.destination) else { continue }
          found = "refers to a \(catalog.name(of: kind)), not a \(catalog.name(of: relationship.destination))"
        } else {
          found = "refers to object \(target), which does not exist"
        }
        violations.append(
          .init(
            entity: entity(of: key.owner).map { catalog.name(of: $0) } ?? "",
            object: key.owner,
            property: relationship.name,
            rule: .danglingReference,
            found: found
          )
        )
      }
    }
  }

  /// Whether an id that some commit used is free now.
  private func wasDeleted(_ id: ObjectID) -> Bool {
    !records.contains(id) && id.rawValue > 0 && id.rawValue < base.kinds.count && base.kinds[id.rawValue] == 0
  }
}
