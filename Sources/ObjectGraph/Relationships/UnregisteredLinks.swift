/// Keeps both ends of relationships in step among objects that no context knows: the end that the program
/// assigned holds strongly, the other one weakly.
enum UnregisteredLinks {
  /// The other end of a relationship of an object's class.
  static func inverse(_ owner: any PersistentModel, _ index: Int) -> ModelShape.Inverse? {
    ModelShape.shape(of: type(of: owner))?.inverse(index)
  }

  static func assign(
    _ owner: any PersistentModel,
    _ index: Int,
    _ link: RelationshipLink?,
    _ target: (any PersistentModel)?
  ) -> (id: UInt64, link: RelationshipLink?)? {
    let old = link?.object
    if old === target { return nil }
    owner._$header._extra?.registrar?.willSet(index)
    if let inverse = inverse(owner, index) {
      if let old, old._$header.context == nil { forget(old, inverse, owner) }
      if let target, target._$header.context == nil { echo(target, inverse, owner, index) }
    }
    return (0, target.map { RelationshipLink(strong: $0) })
  }

  static func replaceMembers<T: PersistentModel>(
    _ owner: any PersistentModel,
    _ index: Int,
    _ storage: TypedToManyStorage<T>,
    _ values: [T]
  ) {
    owner._$header._extra?.registrar?.willSet(index)
    let inverse = inverse(owner, index)
    let count = storage.known.count
    storage.hasValues = true
    if values.count == count + 1, storage.matches(values, count) {
      let added = values[count]
      guard !storage.knows(added) else {
        storage.values = Array(values.dropLast())
        return
      }
      storage.know(added)
      storage.values = values
      if let inverse, added._$header.context == nil { backLink(added, inverse, owner, index) }
      return
    }
    let old = Set(storage.known)
    var list: [T] = []
    var seen: Set<UInt> = []
    for value in values where seen.insert(storage.address(value)).inserted { list.append(value) }
    storage.values = list
    storage.known = list.map { storage.address($0) }
    guard let inverse else { return }
    for value in list where !old.contains(storage.address(value)) && value._$header.context == nil {
      backLink(value, inverse, owner, index)
    }
  }

  /// Whether an object that is named by a weak link still holds the one that has the link: objects that are
  /// taken out of a list are not told so.
  static func isHeld(_ object: any PersistentModel, by owner: any PersistentModel, _ index: Int) -> Bool {
    guard let inverse = inverse(object, index) else { return true }
    if inverse.isToMany {
      return owner.memberStorage(inverse.index)?.holds(object) ?? false
    }
    return owner.reference(inverse.index)?.object === object
  }

  /// Makes the other end of a newly assigned to-many target name the owner, weakly.
  private static func backLink(
    _ target: any PersistentModel,
    _ inverse: ModelShape.Inverse,
    _ owner: any PersistentModel,
    _ index: Int
  ) {
    if inverse.isToMany {
      target.memberStorageForEcho(inverse.index)?.addEcho(owner)
      return
    }
    let reference = target.reference(inverse.index)
    if let previous = reference?.object {
      if previous === owner {
        guard reference?.link?.isStrong == true else { return }
      } else if previous._$header.context == nil {
        previous.memberStorage(index)?.removeMember(target)
      }
    }
    target._$header._extra?.registrar?.willSet(inverse.index)
    target.patch(inverse.index, id: 0, link: RelationshipLink(weak: owner))
    didChangeAny(target, inverse.index)
  }

  /// Makes the other end of a to-one relationship show the object that names it, weakly.
  private static func echo(
    _ target: any PersistentModel,
    _ inverse: ModelShape.Inverse,
    _ owner: any PersistentModel,
    _ index: Int
  ) {
    target._$header._extra?.registrar?.willSet(inverse.index)
    if inverse.isToMany {
      target.memberStorageForEcho(inverse.index)?.addEcho(owner)
    } else {
      if let previous = target.reference(inverse.index)?.object, previous !== owner,
        previous._$header.context == nil
      {
        previous.patch(index, id: 0, link: nil)
      }
      target.patch(inverse.index, id: 0, link: RelationshipLink(weak: owner))
    }
    didChangeAny(target, inverse.index)
  }

  /// Takes an object out of the other end of a relationship.
  static func forget(
    _ target: any PersistentModel,
    _ inverse: ModelShape.Inverse,
    _ owner: any PersistentModel
  ) {
    target._$header._extra?.registrar?.willSet(inverse.index)
    if inverse.isToMany {
      target.memberStorage(inverse.index)?.removeMember(owner)
    } else if target.reference(inverse.index)?.object === owner {
      target.patch(inverse.index, id: 0, link: nil)
    }
    didChangeAny(target, inverse.index)
  }
}

extension PersistentModel {
  /// The storage of a to-many relationship for weak entries, made if there is none.
  func memberStorageForEcho(_ index: Int) -> ToManyStorage? {
    if let storage = memberStorage(index) { return storage }
    guard let property = ModelShape.shape(of: Self.self)?.properties[index],
      case .toMany(let type) = property.slot
    else { return nil }
    let storage = makeToManyStorage(type, index)
    ensuredExtra.toMany.append(storage)
    return storage
  }
}

/// A storage for targets of a class known only at run time.
func makeToManyStorage<T: PersistentModel>(_ type: T.Type, _ index: Int) -> ToManyStorage {
  TypedToManyStorage<T>(index: index)
}
